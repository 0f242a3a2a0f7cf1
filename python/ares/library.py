"""library: finds libares, loads it, and declares its functions (include/ares.h).

The first of these that exists is used: the file that the environment variable ARES_LIBRARY names;
libares.so.1 beside this file, where pip installs it; build/libares.so.1 of the checkout that this
file is in; the libares.so.1 of the system.
"""
from __future__ import annotations

import ctypes
import os
from ctypes import c_char, c_char_p, c_int32, c_size_t, c_uint32, c_uint64, c_void_p

from .errors import BY_STATUS, AresError, BadArgument, LibraryMissing, UnknownName

SONAME = "libares.so.1"
HERE = os.path.dirname(os.path.abspath(__file__))

# enum ares_status and the limits of ares.h
POWERS_MAX, EXITS_MAX, UNITS_MAX, RETREATS_MAX = 7, 20, 64, 32
ORDERS_MAX, GIVEN_MAX = 512, 448
NO_POWER, NO_PLACE, NO_TYPE = 7, 127, 2
ORDER_TEXT, PHASE_TEXT, ERROR_SIZE = 64, 8, 512
BOARD_SIZE, PHASE_SIZE = 512, 6160
# offsets of the fields of struct ares_phase
PHASE_AFTER, PHASE_COUNT, PHASE_DISLODGED, PHASE_POWER, PHASE_RESULT, PHASE_ORDER = \
    512, 1024, 1032, 1040, 1552, 2064


class Options(ctypes.Structure):
    """A struct whose integers must fit: ctypes would cut them."""

    def __setattr__(self, name, value):
        super().__setattr__(name, value)
        if hasattr(value, "__index__") and getattr(self, name) != value:
            raise BadArgument(f"{name}: {value} is out of range")


class GameOptions(Options):
    """struct ares_game_options"""
    _fields_ = [("bytes", c_size_t), ("rules", c_int32), ("judge", c_int32), ("seed", c_uint64),
                ("block", c_uint32), ("years", c_int32), ("draw_after", c_int32),
                ("reserved", c_int32), ("start", c_void_p), ("seats", c_char_p * POWERS_MAX)]


class EnvOptions(Options):
    """struct ares_env_options"""
    _fields_ = [("bytes", c_size_t), ("rules", c_int32), ("judge", c_int32), ("seed", c_uint64),
                ("first", c_uint64), ("games", c_int32), ("threads", c_int32), ("years", c_int32),
                ("draw_after", c_int32), ("reward", c_int32), ("reward_steps", c_int32),
                ("floats", c_int32), ("lenient", c_int32), ("start", c_void_p),
                ("seats", ctypes.POINTER(c_char_p)), ("seat_count", c_size_t)]


# The functions by the types of their result and arguments: i int32, q uint64, u uint32, z size_t, p
# pointer, s text, n nothing.
SIGNATURES = {
    "ares_version": "s:", "ares_status_name": "s:i",
    "ares_maps_count": "i:", "ares_maps_name": "s:i", "ares_map_open": "i:spp",
    "ares_map_read": "i:sszpp", "ares_map_close": "n:p", "ares_map_print": "i:ppzpp",
    "ares_map_name": "s:p", "ares_map_powers": "i:p", "ares_map_provinces": "i:p",
    "ares_map_places": "i:p", "ares_map_centres": "i:p", "ares_map_vocabulary": "i:p",
    "ares_map_mask_bytes": "z:p",
    "ares_power_code": "s:pi", "ares_power_name": "s:pi", "ares_power_find": "i:psz",
    "ares_place_code": "s:pi", "ares_place_name": "s:pi", "ares_place_alias": "s:pi",
    "ares_place_find": "i:psz", "ares_place_province": "i:pi", "ares_place_terrain": "i:pi",
    "ares_place_is_centre": "i:pi", "ares_place_owner": "i:pi", "ares_place_start": "i:pi",
    "ares_place_coasts": "i:pip", "ares_place_exits": "i:piip",
    "ares_rules_count": "i:", "ares_rules_name": "s:i", "ares_rules_about": "s:i",
    "ares_rules_find": "i:s", "ares_rules_are_standard": "i:i", "ares_options_count": "i:",
    "ares_option_name": "s:i", "ares_option_datc": "s:i", "ares_option_value": "s:ii",
    "ares_judges_count": "i:", "ares_judge_name": "s:i", "ares_judge_about": "s:i",
    "ares_judge_find": "i:s", "ares_judge_is_partial": "i:i", "ares_players_count": "i:",
    "ares_player_name": "s:i", "ares_player_about": "s:i", "ares_player_find": "i:s",
    "ares_player_setting": "s:iipppp",
    "ares_phase_print": "s:ip", "ares_phase_parse": "i:sz", "ares_board_start": "i:ppp",
    "ares_board_make": "i:pipipipppp", "ares_board_parse": "i:pszpp",
    "ares_board_print": "i:pppzpp", "ares_board_check": "i:ppp", "ares_board_can_start": "i:pipp",
    "ares_board_phase": "i:pp", "ares_board_units": "i:ppp", "ares_board_retreats": "i:ppp",
    "ares_board_owners": "i:ppp", "ares_board_contested": "i:ppp",
    "ares_board_retreat_places": "i:ppip", "ares_board_count": "i:pppppp",
    "ares_board_verdict": "i:ppippp",
    "ares_order_parse": "i:piszpp", "ares_order_print": "s:pipp", "ares_order_complete": "i:pipipp",
    "ares_order_number": "i:pp", "ares_order_of": "i:pipp", "ares_order_numbers": "i:ppzpp",
    "ares_legal_most": "i:p", "ares_legal_numbers": "i:pippipppp",
    "ares_legal_orders": "i:pippipppp",
    "ares_legal_mask": "i:pipipzp", "ares_legal_masks": "i:pippzp", "ares_legal_has": "i:pipip",
    "ares_legal_print": "i:pipipzpp",
    "ares_lanes_open": "i:pippppp", "ares_lanes_close": "n:p", "ares_lanes_resolve": "i:ppippp",
    "ares_resolve": "i:piippipppp", "ares_phase_play": "i:piiqupppippp",
    "ares_result_name": "s:i", "ares_verdict_name": "s:i", "ares_phase_why": "i:pipipzpp",
    "ares_package_orders": "i:pipipipp", "ares_package_read": "i:ppipppisz",
    "ares_package_play": "i:pipipppiszppppp", "ares_package_results": "i:pipipiszqpp",
    "ares_phase_words": "i:pipqpp", "ares_word_name": "s:i", "ares_phase_picture": "i:ppspzpp",
    "ares_board_picture": "i:ppspzpp",
    "ares_player_open": "i:piisipp", "ares_player_close": "n:p", "ares_player_order": "i:pqupppp",
    "ares_player_observe": "i:pqupp", "ares_player_forget": "n:p",
    "ares_game_defaults": "i:pp", "ares_game_open": "i:pppp", "ares_game_close": "n:p",
    "ares_game_copy": "i:ppp", "ares_game_board": "n:pp", "ares_game_verdict": "i:ppp",
    "ares_game_submit": "i:pipipp", "ares_game_submitted": "i:pip", "ares_game_process": "i:pp",
    "ares_game_phases": "i:p", "ares_game_phase": "i:pipp", "ares_game_undo": "i:pip",
    "ares_game_draw": "i:pp", "ares_game_save": "i:pspzpp", "ares_game_load": "i:ppszpp",
    "ares_env_defaults": "i:pp", "ares_env_open": "i:pppp", "ares_env_close": "n:p",
    "ares_env_shape": "i:pipp", "ares_env_slots": "i:p", "ares_env_plane": "s:pi",
    "ares_env_number": "s:pi", "ares_env_seed": "q:pi", "ares_env_bind": "i:pipzp",
    "ares_env_reset": "i:ppp", "ares_env_step": "i:pp", "ares_env_draw": "i:pp",
    "ares_env_board": "i:pipp", "ares_env_orders": "i:pipp", "ares_env_snapshot_bytes": "z:p",
    "ares_env_save": "i:pipzp", "ares_env_restore": "i:pipzp",
}
TYPES = {"i": c_int32, "q": c_uint64, "u": c_uint32, "z": c_size_t, "p": c_void_p, "s": c_char_p,
         "n": None}


def find() -> str:
    """The library's path, or the name by which the system finds it."""
    named = os.environ.get("ARES_LIBRARY")
    if named:
        if not os.path.isfile(named):
            raise LibraryMissing(f"ARES_LIBRARY={named}: no such file")
        return named
    top = os.path.dirname(os.path.dirname(HERE))
    for path in (os.path.join(HERE, SONAME), os.path.join(top, "build", SONAME)):
        if os.path.isfile(path):
            return path
    return SONAME


class Library:
    """The library. Its functions are its attributes; they are declared when first used."""

    def __init__(self, path: str):
        self.path = path
        try:
            self._loaded = ctypes.CDLL(path)
        except OSError as error:
            raise LibraryMissing(
                f"cannot load {path}: {error}. Build it by `make all` in the checkout, install the "
                f"package libares1, or name the file in ARES_LIBRARY.") from error

    def __getattr__(self, name: str):
        returned, _, taken = SIGNATURES[name].partition(":")
        try:
            function = getattr(self._loaded, name)
        except AttributeError:
            raise LibraryMissing(f"{self.path} has no {name}: it is older than this package") \
                from None
        function.restype = TYPES[returned]
        function.argtypes = [TYPES[letter] for letter in taken]
        setattr(self, name, function)
        return function


lib = Library(find())
lib.ares_version()


class Held:
    """Holds a handle of the library. It cannot be copied: the copy would close the handle again."""

    def __reduce__(self):
        instead = "; what its save() returns can" if hasattr(self, "save") else ""
        raise TypeError(f"a {type(self).__name__} cannot be pickled{instead}")


class Handle(Held):
    """Holds a handle that the library closes, by the function `closing`, when the object ends."""

    closing = ""
    _handle = None

    def _open(self, function, *arguments) -> None:
        """Opens the handle; a pointer to it and the error are the function's last arguments."""
        handle = c_void_p()
        call(function, *arguments, ctypes.byref(handle))
        self._handle = handle

    def __del__(self):
        if self._handle is not None and lib is not None:
            getattr(lib, self.closing)(self._handle)


class Failure:
    """Storage for struct ares_error, and the exception that it stands for."""

    __slots__ = ("room", "at")

    def __init__(self):
        self.room = (c_char * ERROR_SIZE)()
        self.at = c_void_p(ctypes.addressof(self.room))

    def exception(self, status: int) -> Exception:
        kind = BY_STATUS.get(status, AresError)
        words = ctypes.string_at(ctypes.addressof(self.room) + 4).decode("utf-8", "replace")
        return kind(words or f"libares: {lib.ares_status_name(status).decode()}")


def call(function, *arguments) -> None:
    """Calls a function whose last argument is the error; raises that error."""
    failure = Failure()
    status = function(*arguments, failure.at)
    if status:
        raise failure.exception(status)


def read_text(function, *arguments) -> str:
    """Returns the text of a function that takes text, size, length and error after its
    arguments."""
    needed = c_size_t()
    failure = Failure()
    size = 1 << 16
    while True:
        room = ctypes.create_string_buffer(size)
        status = function(*arguments, room, size, ctypes.byref(needed), failure.at)
        if status == 0:
            return room.raw[:needed.value].decode("utf-8")
        if status != -7 or needed.value < size:
            raise failure.exception(status)
        size = needed.value + 1


def names(count, name) -> list:
    """The names in a table of the library."""
    return [name(number).decode() for number in range(count())]


def number(noun: str, name: str, find, count, name_of) -> int:
    """The number of a name in a table of the library."""
    found = find(name.encode())
    if found < 0:
        raise UnknownName(f"{name}: no {noun}; there are {', '.join(names(count, name_of))}")
    return found
