"""sorted_dict: a mapping whose keys are sorted, such as the histories of a game."""
from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Callable, Iterator, Optional


class SortedDict:
    """A mapping that iterates in the order of its keys.

    key_type: converts a given key, so that `d["S1901M"]` finds the key of that phase. val_type: the
    type of the values; it is not checked.
    """

    def __init__(self, key_type: Callable, val_type: Optional[type] = None, kwargs=None):
        self._key_type, self._val_type = key_type, val_type
        self._keys: list = []
        self._values: dict = {}
        if kwargs:
            self.fill(kwargs)

    @classmethod
    def builder(cls, key_type, val_type=None):
        """A function that makes such mappings from dictionaries."""
        return lambda values=None: cls(key_type, val_type, values)

    # ── values ──

    def put(self, key, value) -> None:
        key = self._key_type(key)
        if key not in self._values:
            if not self._keys or self._keys[-1] < key:
                self._keys.append(key)
            else:
                self._keys.insert(bisect_left(self._keys, key), key)
        self._values[key] = value

    __setitem__ = put

    def _read(self, key):
        """The value of an existing key."""
        return self._values[key]

    def __getitem__(self, key):
        return self._read(self._key_type(key))

    def get(self, key, default=None):
        key = self._key_type(key)
        return self._read(key) if key in self._values else default

    def __contains__(self, key):
        return self._key_type(key) in self._values

    def __delitem__(self, key):
        self.remove(key)

    def remove(self, key):
        """Removes the key and returns its value; None if it does not exist."""
        key = self._key_type(key)
        if key not in self._values:
            return None
        value = self._read(key)
        del self._keys[bisect_left(self._keys, key)], self._values[key]
        return value

    pop = remove

    def fill(self, values) -> None:
        """Adds all items of a dictionary."""
        for key, value in values.items():
            self.put(key, value)

    def clear(self) -> None:
        self._keys.clear()
        self._values.clear()

    def copy(self) -> "SortedDict":
        other = self.__class__(self._key_type, self._val_type)
        other._keys, other._values = list(self._keys), dict(self._values)
        return other

    # ── keys ──

    def __len__(self):
        return len(self._keys)

    def __bool__(self):
        return bool(self._keys)

    def __iter__(self) -> Iterator:
        return iter(self._keys)

    def size(self) -> int:
        return len(self._keys)

    def keys(self) -> list:
        return list(self._keys)

    def values(self) -> list:
        return [self._read(key) for key in self._keys]

    def items(self):
        return [(key, self._read(key)) for key in self._keys]

    def reversed_items(self):
        return self.items()[::-1]

    def first_key(self):
        return self._keys[0]

    def first_value(self):
        return self._read(self._keys[0])

    def last_key(self):
        return self._keys[-1]

    def last_value(self):
        return self._read(self._keys[-1])

    def last_item(self):
        return self._keys[-1], self.last_value()

    def key_from_index(self, index: int):
        """The key at an index; a negative index counts from the end. None if it does not exist."""
        return self._keys[index] if -len(self._keys) <= index < len(self._keys) else None

    def get_previous_key(self, key):
        """The key before an existing key; or None."""
        at = bisect_left(self._keys, self._key_type(key))
        return self._keys[at - 1] if at > 0 else None

    def get_next_key(self, key):
        """The key after an existing key; or None."""
        at = bisect_right(self._keys, self._key_type(key))
        return self._keys[at] if at < len(self._keys) else None

    previous_key, next_key = get_previous_key, get_next_key

    def sub_keys(self, key_from=None, key_to=None) -> list:
        """The keys from one key to another, both included. None: from the first, or to the last."""
        begin = 0 if key_from is None else bisect_left(self._keys, self._key_type(key_from))
        end = len(self._keys) if key_to is None else bisect_right(self._keys,
                                                                  self._key_type(key_to))
        return self._keys[begin:end]

    def sub(self, key_from=None, key_to=None) -> list:
        """The values of the keys of sub_keys()."""
        return [self._read(key) for key in self.sub_keys(key_from, key_to)]

    def remove_from(self, key) -> None:
        """Removes this key and all after it."""
        for gone in self.sub_keys(key):
            self.remove(gone)

    # ── the whole ──

    def __eq__(self, other):
        if not isinstance(other, (SortedDict, dict)):
            return NotImplemented
        return len(self) == len(other) and all(key in other and other[key] == value
                                               for key, value in self.items())

    __hash__ = None  # it is mutable

    def __repr__(self):
        return "{" + ", ".join(f"{str(key)!r}: {value!r}" for key, value in self.items()) + "}"
