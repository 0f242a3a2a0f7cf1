"""deploy: proves that the scripts of deploy/ do what Slurm and deploy/compose.yaml ask of them:
a job, the roles and the passwords. Calls them as Slurm and the container would."""
import base64
import hashlib
import hmac
import os
import pathlib
import re
import shutil
import signal
import subprocess

import farm
import pytest
import servers
from farm import done, holds, query, refused, run, value, wait_for

HOME = pathlib.Path(os.environ["ARESFARM_HOME"])
ASKED = HOME / "asked"
ARESD = os.path.abspath(f"{farm.B}/aresd")


@pytest.fixture(scope="module")
def here():
    """The settings by which a task finds the farm. A fake scontrol of Slurm records its calls."""
    scontrol = HOME / "bin/scontrol"
    scontrol.parent.mkdir()
    scontrol.write_text(f'#!/bin/sh\necho "$@" >>"{ASKED}"\n')
    scontrol.chmod(0o755)
    host = farm.conninfo().split()[0].removeprefix("host=")
    return {"PGHOST": host, "PGPORT": "5432", "PGUSER": servers.USER, "ARESD": ARESD}


def task(here):
    """Starts a task of Slurm's job array."""
    ASKED.write_text("")
    env = dict(os.environ, **here, PATH=f"{HOME}/bin:{os.environ['PATH']}", PGDATABASE="aresfarm",
               ARESD_OPTIONS="--batch 4 --lease 3600", SLURM_JOB_ID="42", SLURM_CPUS_PER_TASK="2")
    return subprocess.Popen(["deploy/slurm.sh"], env=env, stderr=subprocess.DEVNULL)


@pytest.mark.parametrize("number, asked", [
    (signal.SIGUSR1, "requeue 42\n"), (signal.SIGTERM, "")], ids=["time_is_over", "cancelled"])
def test_slurm(here, number, asked):
    """The task hands its games back. If its time is nearly over, it queues up again. If it is
    cancelled or preempted, Slurm decides that."""
    progress = "{} from farm.progress where tournament = %s"
    workers = value("select count(*) from farm.workers")
    farm.create(number.name, "ares(depth=2,age=40),random", games=100)
    job = task(here)
    playing = progress.format("claimed > 0 and finished > 0")
    wait_for(lambda: holds(playing, number.name))
    job.send_signal(number)
    assert job.wait(10 * farm.PATIENCE) == 0
    assert holds(progress.format("claimed = 0 and pending > 0"), number.name)
    assert ASKED.read_text() == asked
    assert value("select count(*) from farm.workers") == workers + 2
    farm.cancel(number.name)


def test_slurm_all_played(here):
    farm.create("short", "random,random", games=4)
    assert task(here).wait(10 * farm.PATIENCE) == 0
    assert farm.finished("short")
    assert ASKED.read_text() == ""


def test_slurm_refusals(here):
    refused("PGHOST or PGSERVICE must name", "env", "-u", "PGHOST", "deploy/slurm.sh")
    # aresd cannot begin
    assert run("deploy/slurm.sh", env=dict(here, PGHOST="127.0.0.1", PGPORT="1")).returncode == 2


def words_of(path, name):
    """The values of a name in a service file."""
    return re.findall(f"^{name}=(.*)", path.read_text(), re.M)


def is_password(password, verifier):
    """Whether pg_authid.rolpassword is of that password (RFC 5803)."""
    _, iterations, salt, stored, _ = re.split("[$:]", verifier)
    salted = hashlib.pbkdf2_hmac("sha256", password, base64.b64decode(salt), int(iterations))
    key = hashlib.sha256(hmac.digest(salted, b"Client Key", "sha256")).digest()
    return key == base64.b64decode(stored)


def test_secrets_and_role(here, tmp_path):
    """The roles get the passwords of the service files, even one that needs quoting. The owner owns
    the database and may do no more."""
    for script in ("secrets.sh", "role.sh"):
        shutil.copy(f"deploy/{script}", tmp_path)
    done(tmp_path / "secrets.sh")
    refused("there already", tmp_path / "secrets.sh")
    secrets, postgres = tmp_path / "secrets", tmp_path / "secrets/postgres_password"
    services = [secrets / f"pg_service{name}" for name in ("", "_worker", "_web")]
    modes = {path: oct(path.stat().st_mode)[-3:] for path in (secrets, *secrets.iterdir())}
    assert modes == {secrets: "700", **dict.fromkeys((postgres, *services), "644")}
    passwords = [word for file in services for word in words_of(file, "password")]
    assert [len(word) for word in (postgres.read_text(), *passwords)] == [48] * 4
    assert len({postgres.read_text(), *passwords}) == 4
    assert [words_of(file, "user") for file in services] == [["aresfarm"], ["aresd"], ["aresweb"]]

    odd = "o'br\\ien"
    services[0].write_text(services[0].read_text().replace(passwords[0], odd))
    query("create database role_test")
    done(tmp_path / "role.sh", env=dict(
        here, POSTGRES_USER=servers.USER, POSTGRES_DB="role_test",
        **{f"PGSERVICE{name}_SECRET": str(file)
           for name, file in zip(("", "_WORKER", "_WEB"), services)}))
    # only the catalogue can tell: peer authentication asks for no password
    roles = query("select rolname, rolcanlogin, rolsuper or rolcreaterole or rolcreatedb"
                  " or rolreplication, rolpassword from pg_authid where rolpassword is not null")
    assert {role[:3] for role in roles} == {
        (name, True, False) for name in ("aresd", "aresfarm", "aresweb")}
    verifiers = {role[0]: role[3] for role in roles}
    for name, password in zip(("aresfarm", "aresd", "aresweb"), (odd, *passwords[1:])):
        assert is_password(password.encode(), verifiers[name]), name
    assert query("select member::regrole::text, roleid::regrole::text from pg_auth_members"
                 " where member::regrole::text like 'ares%' order by 1") == [
        ("aresd", "farm_worker"), ("aresweb", "farm_web")]
    test = "from pg_database, aclexplode(datacl) where datname = 'role_test'"
    assert query(f"select distinct datdba::regrole::text {test}") == [("aresfarm",)]
    assert query("select string_agg(grantee::regrole::text, ' ' order by grantee::regrole::text)"
                 f" {test} and privilege_type = 'CONNECT'") == [
        ("aresfarm farm_agent farm_daide farm_reader farm_web farm_worker",)]


CONFINED = {
    "compose.yaml": ["cap_drop: [ALL]", 'security_opt: ["no-new-privileges:true"]',
                     "read_only: true"],
    "kubernetes.yaml": [
        "allowPrivilegeEscalation: false", "readOnlyRootFilesystem: true", "drop: [ALL]",
        "runAsNonRoot: true", "seccompProfile: {type: RuntimeDefault}", "enableServiceLinks: false",
        "automountServiceAccountToken: false", "limits: {memory: "]}


@pytest.mark.parametrize("file", CONFINED)
def test_containers_are_confined(file):
    """Every container is without privileges: no way to get any, no capability, nothing to write,
    another user than root. Only PostgreSQL's own image begins as root."""
    text = pathlib.Path("deploy", file).read_text()
    containers = len(re.findall("^ *(?:- )?image: ", text, re.M))
    assert containers > 1
    counts = {words: text.count(words) for words in CONFINED[file]}
    assert counts == dict.fromkeys(CONFINED[file], containers)
    given_back = ["cap_add: [CHOWN, DAC_OVERRIDE, FOWNER, SETGID, SETUID]"]
    assert re.findall("cap_add.*", text) == given_back * (file == "compose.yaml")
    image = pathlib.Path("deploy/Containerfile").read_text()
    assert re.findall("^USER.*", image, re.M) == ["USER 10001:10001"]


def test_pods_check_the_server():
    """A password goes to no server but the one that has the certificate."""
    text = pathlib.Path("deploy/kubernetes.yaml").read_text()
    assert text.count("sslmode=verify-full") == text.count("password=") == text.count("root.crt: |")


@pytest.mark.skipif(not shutil.which("shellcheck"), reason="shellcheck is not installed")
def test_shellcheck():
    done("shellcheck", "-S", "warning", *pathlib.Path("deploy").glob("*.sh"))
