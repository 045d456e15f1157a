const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Nodes of a scalar expression that are not functions. */
export const SCALAR_NODES = words(`
  literal boolean null column cast try_cast safe_cast cast_to_str_type collation case and or add sub mul div mod
  int_div eq neq lt lte gt gte like i_like bitwise_not bitwise_and bitwise_or bitwise_xor bitwise_left_shift
  bitwise_right_shift concat array_contains_all array_contained_by array_overlaps not neg in between is_null is_true
  is_false is is_json within_group interval at_time_zone null_safe_eq null_safe_neq glob similar_to any all overlaps
  subscript dot array_slice paren tuple array struct lambda window_function over annotated ordered window_spec
  interval_op interval_span time_unit identifier xor convert_to_charset byte_string hex_string_expr aliases
  data_type j_s_o_n_path named_argument time date timestamp datetime from_time_zone ignore_nulls respect_nulls
  Preceding Following order_by
`)

/** Functions with their own node type in the parser; their written name is checked as well. */
export const FUNCTION_NODES = words(`
  concat_ws substring upper lower length trim l_trim r_trim replace reverse left right repeat lpad rpad split
  regexp_like regexp_replace regexp_extract overlay abs round floor ceil power sqrt cbrt ln log exp sign greatest
  least current_date current_time current_timestamp current_timestamp_l_t_z date_add date_sub date_diff date_trunc
  extract to_date to_timestamp date_from_unix_date unix_date unix_seconds unix_millis unix_micros
  unix_to_time_str time_str_to_date date_to_di di_to_date ts_or_di_to_di ts_or_ds_to_datetime ts_or_ds_to_timestamp
  year_of_week year_of_week_iso coalesce null_if if_func if_null nvl nvl2 count sum avg min max group_concat
  string_agg list_agg array_agg count_if sum_if stddev stddev_pop stddev_samp variance var_pop var_samp median mode
  first last any_value approx_distinct approx_count_distinct approx_percentile percentile logical_and logical_or
  skewness bitwise_count array_concat_agg array_unique_agg bool_xor_agg row_number rank dense_rank n_tile ntile lead
  lag first_value last_value nth_value percent_rank cume_dist percentile_cont percentile_disc contains starts_with
  ends_with position initcap ascii chr char_func soundex levenshtein byte_length hex lower_hex unicode mod_func
  random rand trunc_func pi radians degrees sin cos tan asin acos atan atan2 is_nan is_inf decode date_format
  format_date year month day hour minute second day_of_week day_of_week_iso day_of_month day_of_year week_of_year
  quarter add_months months_between last_day next_day epoch epoch_ms from_unixtime unix_timestamp make_date
  make_timestamp timestamp_trunc time_str_to_unix s_h_a s_h_a1_digest s_h_a2 s_h_a2_digest time_to_unix array_func
  array_length array_size cardinality array_contains array_position array_append array_prepend array_concat
  array_sort array_reverse array_distinct array_join array_to_string array_filter array_transform array_flatten
  array_compact array_intersect array_union array_except array_remove array_zip sequence to_array struct_func
  struct_extract named_struct map_func map map_from_entries map_from_arrays map_keys map_values map_contains_key
  map_concat element_at json_extract json_extract_scalar json_extract_path json_array json_object json_query
  json_value json_array_length json_keys json_type parse_json to_json j_s_o_n_object j_s_o_n_array
  j_s_o_n_value j_s_o_n_extract j_s_o_n_extract_scalar j_s_o_n_extract_array j_s_o_n_format j_s_o_n_b_contains
  j_s_o_n_b_extract j_s_o_n_b_extract_scalar j_s_o_n_b_exists j_s_o_n_exists j_s_o_n_array_contains parse_j_s_o_n
  typeof convert bitwise_and_agg bitwise_or_agg bitwise_xor_agg arg_max arg_min approx_quantiles approx_top_k
  quantile approx_quantile translate grouping grouping_id to_boolean list pad to_char to_number to_double int64
  string_func convert_timezone string_to_array array_sum array_all array_any current_datetime localtime
  localtimestamp utc_time utc_timestamp date_bin datetime_add datetime_sub datetime_diff datetime_trunc
  dayname monthname make_interval previous_day elt timestamp_add timestamp_sub timestamp_diff time_slice time_add
  time_sub time_diff time_trunc date_from_parts time_from_parts timestamp_from_parts decode_case encode equal_null
  nullif m_d5_digest normalize regexp_extract_all regexp_i_like regexp_full_match regexp_instr regexp_split
  regexp_count regr_valx regr_valy regr_avgy regr_avgx regr_count regr_intercept regr_r2 regr_sxx regr_sxy regr_syy
  regr_slope safe_divide safe_add safe_multiply safe_subtract sort_array split_part substring_index str_position
  str_to_date date_str_to_date date_to_date_str str_to_time str_to_unix number_to_str stuff time_to_str
  time_str_to_time ts_or_ds_add ts_or_ds_diff ts_or_ds_to_date ts_or_ds_to_time unhex unix_to_str unix_to_time
  corr width_bucket covar_samp covar_pop week ts_match match_against variadic to_decfloat from_base
`)

/** Calls that the parser knows only by name. */
export const NAMED_CALLS = words(`
  function aggregate_function anonymous anonymous_agg_func combined_agg_func combined_parameterized_agg
  parameterized_agg
`)

/** Allowed nodes of a query in addition to scalar expressions. */
export const QUERY_NODES = words(`
  select union intersect except subquery exists table star alias values unnest joined_table lateral table_alias
  column_def group_by cube rollup grouping_sets limit offset fetch with cte table_sample
`)

/** Allowed nodes in FROM; for an `alias`, the node inside it is checked. */
export const SOURCES = words('table subquery alias unnest function values joined_table lateral paren select union')

/** Fields of a SELECT that may have a value. */
export const SELECT_FIELDS = words(`
  expressions from joins prewhere where_clause group_by having qualify order_by limit offset limit_by fetch distinct
  distinct_on top with sample windows qualify_after_window exclude
`)
/** Fields of a table in FROM that may have a value. */
export const TABLE_FIELDS = words(
  'name schema catalog alias alias_explicit_as column_aliases span final_ table_sample only',
)
/** Those of `TABLE_FIELDS` that may have a value if the table has row rules. */
export const PLAIN_TABLE_FIELDS = words('name schema catalog alias alias_explicit_as column_aliases span')

/** Statements that change rows, and their allowed fields. */
export const CHANGES = words('insert update delete')
export const CHANGE_FIELDS = words(
  'table columns values query default_values with alias alias_explicit_as set from_clause where_clause returning no_from',
)
/** Keywords of statements that change rows. */
export const CHANGE_GRAMMAR = words('insert into update delete set values default returning')

/** Words that are never a name unless quoted: if one is read as a name, the parser has misread the text. */
export const RESERVED = words(`
  select from where group having order union intersect except values table with into join case when then else on
  and or not in exists distinct insert update delete merge create drop alter grant revoke call execute exec copy
  attach detach pragma load install procedure outfile dumpfile using current_path current_catalog current_schema
  current_role current_user session_user system_user
`)

/** Keywords that need no counterpart in the tree. */
export const GRAMMAR = words(`
  select from where group by having order asc desc limit offset fetch first next row rows only percent ties and or not
  in is null true false unknown between symmetric like ilike rlike regexp glob similar to escape exists isnull notnull
  case when then else end cast try_cast safe_cast convert as on using join inner left right full outer cross natural
  lateral straight_join union all except intersect minus distinct distinctrow with recursive materialized over
  partition range groups unbounded preceding following current filter within interval extract date time timestamp
  datetime timestamptz zone local at without nulls last respect ignore qualify window values value unnest array any
  some collate grouping sets set rollup cube separator div mod xor binary unsigned signed prewhere final sample global
  asof semi anti totals tablesample bernoulli ordinality exclude replace both leading trailing for placing trim
  substring position overlay top percentile_cont row format json varying precision character charset
  year years quarter quarters month months week weeks day days hour hours minute minutes second seconds millisecond
  milliseconds microsecond microseconds nanosecond epoch dow doy isodow isoyear decade century millennium
  isoweek dayofweek dayofyear day_hour day_minute day_second hour_minute hour_second minute_second year_month
`)

/** Type names, which the tree may spell in another way. */
export const TYPES = words(`
  int int2 int4 int8 int16 int32 int64 int128 int256 uint8 uint16 uint32 uint64 uint128 uint256 tinyint smallint
  mediumint integer bigint hugeint serial decimal numeric number dec fixed bignumeric bigdecimal decimal32 decimal64
  decimal128 decimal256 float float4 float8 float32 float64 double real money smallmoney bit bool boolean char nchar
  bpchar varchar varchar2 nvarchar nvarchar2 character text ntext tinytext mediumtext longtext string fixedstring
  bytes bytea blob binary varbinary raw clob nclob uuid uniqueidentifier json jsonb variant object super date date32
  time timetz timestamp timestamptz timestamp_ntz timestamp_ltz timestamp_tz datetime datetime2 datetime64
  smalldatetime datetimeoffset year interval array map row struct tuple nullable lowcardinality enum8 enum16 inet cidr
  ipv4 ipv6 geography geometry point hyperloglog signed unsigned varying precision
`)
