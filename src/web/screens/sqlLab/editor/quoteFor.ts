const backticked = new Set(['mysql', 'mariadb', 'bigquery', 'clickhouse', 'databricks', 'spark', 'hive'])

/** Quotes a name if it is not a plain identifier. */
export function quoteFor(backend: string | undefined): (name: string) => string {
  const quote = backticked.has(backend ?? '') ? '`' : '"'
  return (name) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : quote + name.replaceAll(quote, quote + quote) + quote)
}
