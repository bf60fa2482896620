select id, shape from log.shapes
