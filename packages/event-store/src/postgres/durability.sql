select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') order by name
