import { sqlViews } from '@tba/events/queries/columns.ts'
import { z } from 'zod'

/** What `json_serialize_sql` answers. */
export type SerializedSql = { error?: boolean; error_message?: string; statements?: unknown[] }

const words = (text: string) => new Set(text.trim().split(/\s+/))

/** Operators too are functions. What reads files, settings or the catalog is absent, and so is what waits or has a state. */
const functions = words(`
  + - * / // % ** ^ | & ~ ~~ !~~ ~~* !~~* ~~~ << >> || @> <@ && -> ->> ^@ ! !__postfix @
  count count_star count_if sum avg min max mean median mode quantile quantile_cont quantile_disc any_value first last
  arg_min arg_max min_by max_by arg_min_null arg_max_null approx_count_distinct approx_quantile stddev stddev_pop stddev_samp variance var_pop
  var_samp corr covar_pop covar_samp regr_slope regr_intercept regr_r2 entropy kurtosis skewness mad product fsum
  bool_and bool_or bit_and bit_or bit_xor histogram list array_agg string_agg group_concat listagg
  row_number rank dense_rank rank_dense percent_rank cume_dist ntile lag lead first_value last_value nth_value fill
  abs ceil ceiling floor round trunc sign sqrt cbrt exp ln log log2 log10 pow power mod fmod greatest least isnan isinf isfinite
  add subtract multiply divide even pi radians degrees sin cos tan asin acos atan atan2 gcd lcm random
  length len strlen lower upper lcase ucase trim ltrim rtrim left right substring substr replace translate concat concat_ws
  contains starts_with ends_with prefix suffix instr strpos position split split_part string_split str_split
  string_split_regex regexp_matches regexp_replace regexp_extract regexp_extract_all regexp_full_match regexp_split_to_array
  lpad rpad repeat reverse initcap chr ascii unicode format printf strip_accents like_escape ilike_escape not_like_escape not_ilike_escape
  levenshtein jaccard jaro_similarity jaro_winkler_similarity hamming md5 sha1 sha256 hash
  coalesce ifnull nullif if error_on_null nvl typeof constant_or_null
  date_trunc date_part datepart date_diff datediff date_sub datesub date_add age extract year month day hour minute second
  quarter week weekofyear dayofweek isodow dayofmonth dayofyear dayname monthname yearweek isoyear epoch epoch_ms epoch_us millisecond
  microsecond strftime strptime try_strptime make_date make_time make_timestamp make_timestamptz last_day time_bucket timezone
  century decade era julian now today current_date get_current_timestamp current_localtimestamp to_days to_hours to_minutes to_seconds to_months to_weeks to_years
  to_milliseconds to_timestamp
  json json_extract json_extract_string json_extract_path json_extract_path_text json_value json_type json_valid json_keys json_array_length
  json_exists json_contains json_structure json_object json_array to_json from_json json_transform json_group_array json_group_object json_quote
  list_value list_pack struct_pack row struct_extract struct_extract_at struct_insert array_extract list_extract list_element array_slice list_slice list_contains list_has
  list_has_any list_has_all array_contains list_position list_distinct list_unique list_sort list_reverse_sort list_reverse list_concat list_append list_prepend
  list_aggregate list_aggr list_sum list_avg list_min list_max list_count list_first list_last list_any_value list_transform list_apply list_filter list_reduce
  apply filter reduce array_transform array_filter array_length array_to_string list_zip flatten range generate_series unnest list_resize list_select
  map map_keys map_values map_entries map_extract element_at cardinality grouping grouping_id in_range alias
`)
const tableFunctions = words('range generate_series unnest')
/** Parts of a query that are no expression. Anything else, such as SHOW, is refused. */
const parts = words(`
  SELECT_NODE SET_OPERATION_NODE RECURSIVE_CTE_NODE CTE_NODE BASE_TABLE SUBQUERY JOIN TABLE_FUNCTION EXPRESSION_LIST EMPTY
  ORDER_MODIFIER LIMIT_MODIFIER LIMIT_PERCENT_MODIFIER DISTINCT_MODIFIER ORDER_DEFAULT ASCENDING DESCENDING
`)

/** The sentence that refuses a query; null: it is one SELECT over the views. */
export function refusalOf({ error, error_message, statements = [] }: SerializedSql): string | null {
  if (error) return error_message ?? 'Domanda non valida'
  if (statements.length !== 1) return 'Una domanda sola alla volta'
  return walk(statements[0], new Set(Object.keys(sqlViews)))
}

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const withNames = z.object({ map: z.array(z.object({ key: z.string(), value: z.unknown() })) }).optional()

/** @param names of tables that may be read here: the views, and what WITH names around it */
function walk(node: unknown, names: ReadonlySet<string>): string | null {
  if (Array.isArray(node)) return firstOf(node, each => walk(each, names))
  if (!isNode(node)) return null
  const { class: kind, type } = node
  // A constant holds no part of the query.
  if (kind === 'CONSTANT') return null
  if (kind === undefined && typeof type === 'string' && !parts.has(type) && !type.endsWith('_TYPE_INFO'))
    return `${type} non è ammesso`
  if (type === 'BASE_TABLE') {
    const name = String(node.table_name)
    const isOurs = !node.schema_name && !node.catalog_name && names.has(name.toLowerCase())
    if (!isOurs) return `La tabella ${name} non esiste: ci sono ${Object.keys(sqlViews).join(', ')}`
  }
  if (type === 'TABLE_FUNCTION') {
    const name = isNode(node.function) ? String(node.function.function_name) : ''
    if (!tableFunctions.has(name.toLowerCase())) return `La funzione ${name} non è ammessa`
  } else if (typeof node.function_name === 'string' && !functions.has(node.function_name.toLowerCase()))
    return `La funzione ${node.function_name} non è ammessa`
  if (node.schema && node.schema !== 'main') return `Lo schema ${node.schema} non è ammesso`
  return walkParts(node, names)
}

/** A name of WITH is known to what comes after it; to itself only if it is recursive. */
function walkParts(node: Node, names: ReadonlySet<string>): string | null {
  const known = new Set(names)
  for (const { key, value } of withNames.parse(node.cte_map)?.map ?? []) {
    const refusal = walk(value, known)
    if (refusal) return refusal
    known.add(key.toLowerCase())
  }
  const within = node.type === 'RECURSIVE_CTE_NODE' ? 'right' : node.type === 'CTE_NODE' ? 'child' : null
  const inner = within ? new Set([...known, String(node.cte_name).toLowerCase()]) : known
  return firstOf(Object.entries(node), ([key, part]) =>
    key === 'cte_map' ? null : walk(part, key === within ? inner : known),
  )
}

function firstOf<T>(list: readonly T[], refusalIn: (each: T) => string | null): string | null {
  for (const each of list) {
    const refusal = refusalIn(each)
    if (refusal) return refusal
  }
  return null
}
