"""terminal.py COLUMNSxROWS [WHEN ACTION]... -- COMMAND...: runs a command on a pseudo-terminal of that size and prints what
stands there at the end, with what has left the screen above it.

WHEN is a regular expression: the ACTION follows once the screen shows it, and it was not shown before the
action before. An action is a size, to which the terminal is changed once nothing more is drawn, or a text
that is typed: "^C" is Ctrl-C, "^I" the tab. Behind the lines comes one with what was counted: characters
beyond the last column, sequences that the terminal does not know, colours, characters that are not ASCII,
times that something was drawn; and the command's status.

The terminal knows carriage return, backspace, line feed, cursor up, clearing to the end of line and page, and colours. When it
becomes narrower it breaks lines anew, as terminals of today do, and joins them when it becomes wider."""
import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time


class Terminal:
    """Rows, of the screen and of what has left it. One that was full continues in the next row."""

    def __init__(self, columns, rows):
        self.columns, self.height = columns, rows
        self.rows, self.goes_on = [""], [False]
        self.row, self.column = 0, 0
        self.begun = ""  # a sequence whose end is not there yet
        self.beyond = self.unknown = self.colours = self.foreign = self.drawn = 0

    def resize(self, columns, rows):
        lines, at, offset = [""], 0, 0  # at, offset: the cursor
        for number, text in enumerate(self.rows):
            if number == self.row:
                at, offset = len(lines) - 1, len(lines[-1]) + self.column
            lines[-1] += text
            if not self.goes_on[number] and number < len(self.rows) - 1:
                lines.append("")
        self.columns, self.height = columns, rows
        self.rows, self.goes_on = [], []
        for number, text in enumerate(lines):
            parts = [text[i:i + columns] for i in range(0, len(text), columns)] or [""]
            if number == at:
                self.row, self.column = len(self.rows) + min(offset // columns, len(parts) - 1), offset % columns
            self.rows += parts
            self.goes_on += [True] * (len(parts) - 1) + [False]

    def down(self):
        self.row += 1
        if self.row == len(self.rows):
            self.rows.append("")
            self.goes_on.append(False)

    def put(self, character):
        if self.column >= self.columns:
            self.beyond += 1
            self.goes_on[self.row] = True
            self.down()
            self.column = 0
        text = self.rows[self.row].ljust(self.column)
        self.rows[self.row] = text[:self.column] + character + text[self.column + 1:]
        self.column += 1

    def obey(self, number, letter):
        if letter == "A":
            top = max(0, len(self.rows) - self.height)
            self.row = max(top, self.row - int(number or 1))
        elif letter in "KJ" and not number:
            self.rows[self.row] = self.rows[self.row][:self.column].rstrip()
            self.goes_on[self.row] = False
            if letter == "J":
                del self.rows[self.row + 1:], self.goes_on[self.row + 1:]
        elif letter == "m":
            self.colours += 1
        else:
            self.unknown += 1

    def write(self, text):
        text = self.begun + text
        begun = re.search(r"\033(\[[0-9;]*)?\Z", text)
        self.begun = begun[0] if begun else ""
        text = text.removesuffix(self.begun)
        at = 0
        self.drawn += "\033[K" in text
        while at < len(text):
            sequence = re.compile(r"\033\[([0-9;]*)([A-Za-z])").match(text, at)
            if sequence:
                self.obey(*sequence.groups())
                at = sequence.end()
                continue
            character = text[at]
            at += 1
            if character == "\r":
                self.column = 0
            elif character == "\n":
                self.down()
            elif character == "\b":
                self.column = max(0, self.column - 1)
            elif character < " ":
                self.unknown += 1
            else:
                self.foreign += character > "~"
                self.put(character)

    def text(self):
        return "\n".join(self.rows)


def set_size(descriptor, size):
    columns, rows = map(int, size.split("x"))
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    return columns, rows


def main(arguments):
    split = arguments.index("--")
    size, steps, command = arguments[0], arguments[1:split], arguments[split + 1:]
    child, descriptor = pty.fork()
    if child == 0:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        set_size(0, size)
        os.execvp(command[0], command)
    terminal = Terminal(*set_size(descriptor, size))
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    limit = time.monotonic() + 60 * float(os.environ.get("PATIENCE", "5"))
    while time.monotonic() < limit:
        try:
            data = os.read(descriptor, 1 << 16) if select.select([descriptor], [], [], 0.1)[0] else b""
        except OSError:  # the command has ended
            break
        terminal.write(decoder.decode(data))
        resizes = steps and re.fullmatch(r"\d+x\d+", steps[1])
        if steps and re.search(steps[0], terminal.text()) and not (resizes and data):
            action, steps = steps[1], steps[2:]
            if resizes:
                terminal.resize(*set_size(descriptor, action))
            else:
                os.write(descriptor, re.sub(r"\^(.)", lambda key: chr(ord(key[1]) & 31), action).encode())
    else:
        os.kill(child, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print(terminal.text())
    print(f"beyond={terminal.beyond} unknown={terminal.unknown} colours={terminal.colours} foreign={terminal.foreign} "
          f"drawn={terminal.drawn} left={len(steps) // 2} status={status}")


main(sys.argv[1:])
