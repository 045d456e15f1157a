import type { Lexis } from './lexis.ts'

/** What the gate must know about a database in addition to its grammar. */
export interface GateProfile {
  /** The parser's name of the grammar. */
  grammar: string
  lexis: Lexis
  /** Scalar and aggregate functions, in lower case. Deny by default. */
  functions: ReadonlySet<string>
  /** Functions allowed in FROM in addition to tables and queries. */
  tableFunctions: ReadonlySet<string>
  /** System schemas (or databases, or catalogs), in lower case. */
  systemSchemas: ReadonlySet<string>
  /** Matches names of system tables that work without a schema. */
  systemTables: RegExp | null
  /** Whether `x IN name` reads the table of that name. */
  inReadsTables: boolean
  /** Between a table and its alias. */
  aliasKeyword: 'AS ' | ''
}

const split = (text: string) => text.trim().split(/\s+/)

/** Merges several lists of words into one set of names. */
export const names = (...texts: string[]): ReadonlySet<string> =>
  new Set([...texts.flatMap(split).map((name) => name.toLowerCase()), 'grouping sets'])

/** Standard quotes. */
export const STANDARD_LEXIS: Lexis = {
  textQuotes: "'",
  nameQuotes: '"',
  doublesQuotes: true,
  backslash: false,
  prefixes: ['X', 'N', 'B', 'DATE', 'TIME', 'TIMESTAMP', 'INTERVAL'],
  symbols: '',
  dashesNeedBlank: false,
}

/** Functions that nearly every database has, with their standard or common meaning. */
export const COMMON_FUNCTIONS = `
  abs acos asin atan atan2 avg cast ceil ceiling char_length character_length coalesce concat concat_ws corr cos cot
  count covar_pop covar_samp cume_dist current_date current_time current_timestamp dateadd date_add date_diff datediff
  date_part date_sub date_trunc day degrees dense_rank exp extract first_value floor greatest grouping hour if ifnull
  initcap instr lag last_value lead least left length ln localtime localtimestamp log log10 log2 lower lpad ltrim max
  md5 min minute mod month now nth_value ntile nullif octet_length overlay percent_rank percentile_cont
  percentile_disc pi position pow power quarter radians rank regexp_replace regr_avgx regr_avgy regr_count
  regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy replace reverse right round row_number rpad rtrim second
  sign sin sqrt stddev stddev_pop stddev_samp substr substring sum tan trim trunc upper var_pop var_samp variance
  week year rollup cube try_cast
  `
