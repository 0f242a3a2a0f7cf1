-- 003_forecasts: what the forecasts of a decision took, as sums.
--
-- For each power with forecasts (boards.forecasts above 0), in their order: forecast_stages has how many each of the
-- stages 1 to 4 concluded (four numbers; a judge without stages concludes in none), forecast_ns what all of them took.
-- Null where nobody had any, and in rows older than this. The view farm.decisions has them by power.
alter table farm.boards add column forecast_stages int[];
alter table farm.boards add column forecast_ns bigint[];
alter table farm.boards add check (cardinality(forecast_stages) = 4 * cardinality(forecast_ns));
