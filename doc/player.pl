#!/usr/bin/perl
# player: an external player. It plays each of its turns by SQL, through one psql that it runs as a coprocess. Copy from it;
# it does not play well.
#
#     perl doc/player.pl SEED psql -h HOST -U alice aresfarm
#
# It prefers orders that reach a centre it does not own. Otherwise a hash of seed, game, phase and order decides. So the
# same turns get the same orders. It ends when psql ends.
use strict;
use warnings;
use IPC::Open2;

my ($seed, @psql) = @ARGV;
die "usage: player.pl SEED PSQL-COMMAND...\n" unless @psql;
my $pid = open2(my $from, my $to, @psql, '-XqAt', '-F', "\t", '-v', 'ON_ERROR_STOP=1');
$to->autoflush(1);

# Sends a statement. Returns its rows, and whether a notification came: psql prints notifications after the rows.
sub ask {
	my ($sql) = @_;
	my (@rows, $notified);
	print $to "$sql;\n\\echo .\n";
	while (my $line = <$from>) {
		chomp $line;
		return (\@rows, $notified) if $line eq '.';
		if ($line =~ /^Asynchronous notification/) { $notified = 1 }
		else                                       { push @rows, [split /\t/, $line, -1] }
	}
	waitpid $pid, 0;
	exit($? ? 1 : 0);
}

# 24 bits that look random (FNV-1a, then mixed).
sub hash {
	my $hash = 2166136261;
	$hash = ($hash ^ ord) * 16777619 & 0xffffffff for split //, join '|', $seed, @_;
	return ($hash ^ $hash >> 15) * 2654435761 >> 7 & 0xffffff;
}

# Moves: the best order of each unit. An order to a centre that is not ours is worth more than others. A hold is worth least.
sub choose_moves {
	my ($turn, @legal) = @_;
	my (%ours, %best, %worth);
	$ours{$_} = 1 for map { /^$turn->{power} (...)/ } @{$turn->{centres}};
	my %centre = map { $_ => 1 } qw(ank bel ber bre bud bul con den edi gre hol kie lon lvp mar mos mun nap nwy par por rom
		rum ser sev smy spa stp swe tri tun ven vie war);
	for my $order (@legal) {
		my ($unit) = $order =~ /^(. \S+)/;
		my ($target) = $order =~ /- (...)/;
		my $worth = hash($turn->{number}, $turn->{phase}, $order) / 0xffffff;
		$worth += 0.5 if $target && $centre{$target} && !$ours{$target};
		$worth -= 1 if $order =~ / H$/;
		($best{$unit}, $worth{$unit}) = ($order, $worth) if !defined $worth{$unit} || $worth > $worth{$unit};
	}
	return map { $best{$_} } sort keys %best;
}

# Winter: as many orders as are due, one for each place. It waives only what is left.
sub choose_adjustments {
	my ($turn, @legal) = @_;
	my (%taken, @orders);
	my %rank = map { $_ => hash($turn->{phase}, $_) } grep { $_ ne 'waive' } @legal;
	for my $order (sort { $rank{$a} <=> $rank{$b} || $a cmp $b } keys %rank) {
		my ($place) = $order =~ /\b([a-z]{3})\b/;
		push @orders, $order if @orders < $turn->{due} && !$taken{$place}++;
	}
	return @orders, ('waive') x ($turn->{due} - @orders);
}

# Retreats are chosen like moves: one for each unit.
sub play {
	my ($row) = @_;
	my %turn;
	@turn{qw(game number phase power due)} = @$row;
	$turn{centres} = [split /\|/, $row->[5]];
	my @legal = split /\|/, $row->[6];
	my @orders = $turn{phase} =~ /A$/ ? choose_adjustments(\%turn, @legal) : choose_moves(\%turn, @legal);
	my $list = join ', ', map { "'$_'" } @orders;
	my ($answers) = ask("select * from api.submit_orders($turn{game}, array[$list]::text[],
		power => '$turn{power}', phase => '$turn{phase}')");
	for my $answer (@$answers) {
		my ($order, $problem) = @$answer;
		die "$turn{phase} $turn{power}: $order: $problem\n" if $problem ne '' && $problem !~ /no such turn|time was over/;
	}
}

# First the turns that are there already, then those of which a notification tells. Now and then it looks without one:
# somebody else may have submitted orders for this role that are not complete.
my ($role) = ask('select current_user');
ask("listen \"farm_turn_$role->[0][0]\"");
for (my $idle = 0;; $idle++) {
	my (undef, $notified) = $idle ? ask('select') : (undef, 1);
	if ($notified || $idle % 200 == 0) {
		my ($turns) = ask("select game, number, phase, power, due, array_to_string(centres, '|'), array_to_string(legal, '|')
			from api.my_turns where cardinality(submitted) is distinct from due order by game, power");
		play($_) for @$turns;
		next if @$turns;
	}
	select undef, undef, undef, 0.02;
}
