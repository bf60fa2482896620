-- The id of the shape $1, which it has from now on.
select log.shape_id($1::text, $2::integer) as id
