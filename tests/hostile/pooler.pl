# pooler: a small pooler of connections, as PgBouncer is one: perl pooler.pl SERVER-SOCKET OWN-SOCKET session|transaction|statement
#
# A client gets a server process when it sends something. In mode transaction the process goes back to the pool when the server
# says that no transaction is open; in mode session, when the client leaves. The process used last is lent first. Mode statement
# refuses transactions. It logs nothing and ends by a signal.
use strict;
use warnings;
use IO::Select;
use IO::Socket::UNIX;

my ($server_path, $own_path, $mode) = @ARGV;
my $listener = IO::Socket::UNIX->new(Local => $own_path, Listen => 64) or die "$own_path: $!";
my $select = IO::Select->new($listener);
my (%client, %server, @pool, $greeting);

sub put {
	my ($socket, $bytes) = @_;
	local $SIG{PIPE} = 'IGNORE';
	while (length $bytes) {
		my $sent = syswrite $socket, $bytes;
		return unless $sent;
		substr $bytes, 0, $sent, '';
	}
}

# Takes a whole message off the front of a buffer. untyped: the first message of a client.
sub message {
	my ($buffer, $untyped) = @_;
	my $head = $untyped ? 0 : 1;
	return if length $$buffer < $head + 4;
	my $length = $head + unpack 'N', substr $$buffer, $head, 4;
	return length $$buffer < $length ? undef : substr $$buffer, 0, $length, '';
}

# A server process. The first one's greeting is what all clients get, with another key.
sub open_server {
	my ($startup) = @_;
	my $socket = IO::Socket::UNIX->new(Peer => $server_path) or return;
	my ($buffer, $said) = ('', '');
	put($socket, $startup);
	while (1) {
		sysread $socket, $buffer, 8192, length $buffer or return;
		while (defined(my $message = message(\$buffer))) {
			$said .= $message if $message !~ /^[KZ]/;
			next unless $message =~ /^Z/;
			$greeting //= $said;
			$select->add($socket);
			return $server{$socket} = {socket => $socket, buffer => '', client => undef};
		}
	}
}

sub release {
	my ($server) = @_;
	$server->{client}{server} = undef;
	$server->{client} = undef;
	push @pool, $server;
}

sub drop {
	my ($entry) = @_;
	$select->remove($entry->{socket});
	delete $client{$entry->{socket}};
	delete $server{$entry->{socket}};
	@pool = grep { $_ != $entry } @pool;
	close $entry->{socket};
}

sub leave {
	my ($client) = @_;
	drop($client->{server}) if $client->{server};
	drop($client);
}

# What a client sends: SSL is refused, a startup is answered, all else goes to its server process.
sub from_client {
	my ($client) = @_;
	while (defined(my $message = message(\$client->{buffer}, !$client->{startup}))) {
		if (!$client->{startup} && unpack('N', substr $message, 4, 4) >= 80877102) {
			put($client->{socket}, 'N');
		} elsif (!$client->{startup}) {
			$client->{startup} = $message;
			push @pool, open_server($message) // return leave($client) unless defined $greeting;
			put($client->{socket}, $greeting . pack('aNNN', 'K', 12, 1 + int rand 1e9, 1) . pack('aNa', 'Z', 5, 'I'));
		} elsif ($message =~ /^X/) {
			return leave($client);
		} else {
			my $server = $client->{server} //= pop @pool // open_server($client->{startup}) // return leave($client);
			$server->{client} = $client;
			$client->{waiting}++ if $message =~ /^[QS]/;
			$client->{unsynced} = $message !~ /^[QS]/;
			put($server->{socket}, $message);
		}
	}
}

# What a server sends goes to its client. After a ReadyForQuery outside of a transaction it may be lent to others.
sub from_server {
	my ($server) = @_;
	while (defined(my $message = message(\$server->{buffer}))) {
		my $client = $server->{client} // next;
		if ($mode eq 'statement' && $message =~ /^Z.{4}T/s) {
			my $why = "SERROR\0C08P01\0Mtransaction blocks not allowed in statement pooling mode\0\0";
			put($client->{socket}, pack('aN', 'E', 4 + length $why) . $why);
			return leave($client);
		}
		put($client->{socket}, $message);
		next unless $message =~ /^Z.{4}(.)/s;
		my $idle = --$client->{waiting} == 0 && !$client->{unsynced} && $1 eq 'I';
		release($server) if $idle && $mode ne 'session';
	}
}

while (1) {
	for my $socket ($select->can_read) {
		if ($socket == $listener) {
			my $new = $listener->accept or next;
			$select->add($new);
			$client{$new} = {socket => $new, buffer => '', waiting => 0, unsynced => 0};
			next;
		}
		my $entry = $client{$socket} // $server{$socket} // next;
		my $got = sysread $socket, $entry->{buffer}, 65536, length $entry->{buffer};
		if (!$got) {
			$client{$socket} ? leave($entry) : $entry->{client} ? leave($entry->{client}) : drop($entry);
		} else {
			$client{$socket} ? from_client($entry) : from_server($entry);
		}
	}
}
