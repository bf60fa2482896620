-- The session that requested it, and the log position of the password then (empty: that of the registration).
alter table command.upload_tickets add column if not exists session_id uuid;
alter table command.upload_tickets add column if not exists password_since text;
