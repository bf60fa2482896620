-- Replays were jobs.
delete from jobs.open where event_type = 'ReplayRequested';
