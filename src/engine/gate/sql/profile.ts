import type { Lexis } from './lexis.ts'

/** What the gate must know of a database beside its grammar. */
export interface GateProfile {
  /** The parser's name of the grammar. */
  grammar: string
  lexis: Lexis
  /** Functions of one row, and aggregates, in lower case. Deny by default. */
  functions: ReadonlySet<string>
  /** What may stand in FROM beside tables and queries. */
  tableFunctions: ReadonlySet<string>
  /** Schemas (or databases, or catalogs) of the system itself, in lower case. */
  systemSchemas: ReadonlySet<string>
  /** Names that lead to the system's own tables even without a schema. */
  systemTables: RegExp | null
  /** `x IN name` reads the table of that name. */
  inReadsTables: boolean
  /** Between a table and its alias. */
  aliasKeyword: 'AS ' | ''
}

const split = (text: string) => text.trim().split(/\s+/)

/** One list of names from several texts. */
export const names = (...texts: string[]): ReadonlySet<string> =>
  new Set([...texts.flatMap(split).map((name) => name.toLowerCase()), 'grouping sets'])

/** Quotes as the standard has them. */
export const STANDARD_LEXIS: Lexis = {
  textQuotes: "'",
  nameQuotes: '"',
  doublesQuotes: true,
  backslash: false,
  prefixes: ['X', 'N', 'B', 'DATE', 'TIME', 'TIMESTAMP', 'INTERVAL'],
  symbols: '',
  dashesNeedBlank: false,
}

/** Functions that nearly every database has, with the meaning that the standard or custom gives them. */
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
