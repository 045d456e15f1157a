import { COMMON_FUNCTIONS, type GateProfile, names, STANDARD_LEXIS } from '../../gate/sql/profile.ts'

/** Scalar functions: no files, dictionaries, other tables, settings, macros, waiting, or server information. */
const SCALAR = `
  adddays addhours addminutes addmonths addquarters addseconds addweeks addyears age array arrayall arrayavg
  arrayconcat arraycount arraycumsum arraydifference arraydistinct arrayelement arrayenumerate arrayenumerateuniq
  arrayexists arrayfill arrayfilter arrayfirst arrayfirstindex arrayflatten arrayintersect arrayjoin arraylast
  arraylastindex arraymap arraymax arraymin arraypopback arraypopfront arrayproduct arraypushback arraypushfront
  arrayreduce arrayreverse arrayreversesort arrayslice arraysort arraystringconcat arraysum arrayuniq arrayzip
  assumenotnull base64decode base64encode bitand bitcount bitnot bitor bitshiftleft bitshiftright bitxor caseless
  cbrt cityhash64 concatwithseparator countequal countsubstrings countsubstringscaseinsensitive dateadd datediff
  datename datesub domain domainwithoutwww empty endswith erf exp10 exp2 extractall extracturlparameter
  farmhash64 flatten formatdatetime formatdatetimeinjodasyntax formatreadablequantity formatreadablesize
  formatreadabletimedelta fromunixtimestamp fromunixtimestamp64milli gcd halfmd5 has hasall hasany hassubstr hastoken
  hex identity ilike indexof intdiv intdivorzero isfinite isinfinite isnan isnotnull isnull
  ipv4numtostring ipv4stringtonum jsonextract jsonextractarrayraw jsonextractbool jsonextractfloat jsonextractint
  jsonextractkeys jsonextractraw jsonextractstring jsonextractuint jsonhas jsonlength jsontype json_query json_value
  lcase lcm length lengthutf8 lgamma like locate lowerutf8 makedate makedatetime map mapcontains mapkeys mapvalues
  match modulo monthname multiif multisearchany murmurhash3_64 negate notempty notilike notlike nullif numbers
  parsedatetime parsedatetimebesteffort parsedatetimebesteffortornull path plus minus multiply divide protocol
  queryString rand range regexpextract replaceall replaceone replaceregexpall replaceregexpone reverseutf8
  rounddown roundbankers siphash64 splitbychar splitbyregexp splitbystring startswith stringtoh3 substringutf8
  substringindex subtractdays subtracthours subtractminutes subtractmonths subtractquarters subtractseconds
  subtractweeks subtractyears tgamma timeslot timestamp timezone timezoneoffset todate todate32 todateornull
  todateorzero todatetime todatetime64 todatetimeornull todatetimeorzero today todayofmonth todayofweek todayofyear
  todecimal128 todecimal32 todecimal64 tofixedstring tofloat32 tofloat32ornull tofloat32orzero tofloat64
  tofloat64ornull tofloat64orzero tohour toint128 toint16 toint256 toint32 toint32ornull toint32orzero toint64
  toint64ornull toint64orzero toint8 tointervalday tointervalhour tointervalminute tointervalmonth tointervalsecond
  tointervalweek tointervalyear toisoweek toisoyear tolastdayofmonth tominute tomonday tomonth tonullable toquarter
  torelativedaynum tosecond tostartofday tostartoffifteenminutes tostartoffiveminutes tostartofhour tostartofinterval
  tostartofisoyear tostartofminute tostartofmonth tostartofquarter tostartofsecond tostartoftenminutes tostartofweek
  tostartofyear tostring totimezone touint128 touint16 touint256 touint32 touint64 touint64ornull touint64orzero
  touint8 tounixtimestamp tounixtimestamp64milli toweek toyear toyearweek toyyyymm toyyyymmdd toyyyymmddhhmmss
  tovalidutf8 transform trimboth trimleft trimright tryconvert tuple tupleelement ucase unhex upperutf8 uniqexact
  xxhash64 yesterday
  `
const AGGREGATE = `
  any anyheavy anylast argmax argmin avgweighted boundingratio categoricalinformationvalue corrstable entropy
  exponentialmovingavg grouparray grouparrayinsertat grouparraymovingavg grouparraymovingsum grouparraysample
  groupbitand groupbitor groupbitxor groupuniqarray histogram intervallengthsum kurtpop kurtsamp median mediandeterministic
  medianexact mediantdigest quantile quantiledeterministic quantileexact quantileexactweighted quantiles quantilesexact
  quantilestdigest quantiletdigest quantiletiming retention sequencecount sequencematch simplelinearregression skewpop
  skewsamp stochasticlinearregression studentttest sumcount sumkahan summap sumwithoverflow topk topkweighted uniq
  uniqcombined uniqcombined64 uniqhll12 uniqupto varpop varsamp stddevpop stddevsamp welchttest windowfunnel
  deltasum first_value last_value singlevalueornull
  `
/** Suffixes of aggregate functions, as in `sumIf` and `sumArray`. */
const COMBINED = ['if', 'array', 'ornull', 'ordefault', 'merge']
const aggregates = names(AGGREGATE, 'count sum avg min max')

export const gate: GateProfile = {
  grammar: 'clickhouse',
  lexis: {
    ...STANDARD_LEXIS,
    nameQuotes: '"`',
    backslash: true,
    symbols: ':?',
    prefixes: ['DATE', 'TIMESTAMP', 'INTERVAL'],
  },
  functions: new Set([
    ...names(COMMON_FUNCTIONS, SCALAR),
    ...[...aggregates].flatMap((name) => [name, ...COMBINED.map((suffix) => name + suffix)]),
  ]),
  tableFunctions: names('numbers values generate_series'),
  systemSchemas: names('system information_schema'),
  systemTables: null,
  inReadsTables: true,
  aliasKeyword: 'AS ',
}
