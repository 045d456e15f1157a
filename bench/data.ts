/** The data of the benchmarks: 10 million generated rows of 12 columns, the same on every machine. */
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

export const ROWS = 10_000_000

/** Writes DIR/events.parquet unless it exists. Takes about 20 s on two cores. */
export async function generateEvents(folder: string, rows = ROWS): Promise<string> {
  const file = join(folder, 'events.parquet')
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  // hash() of the row number replaces random numbers, so the rows are the same for any number of threads
  const share = (salt: number) => `(hash(i + ${salt}) % 1000000) / 1000000.0`
  await connection.run(`COPY (
    SELECT i AS id,
      TIMESTAMP '2019-01-01' + INTERVAL (i * 16) SECOND AS happened_at,
      ['north', 'south', 'east', 'west', 'centre'][1 + CAST(hash(i) % 5 AS INT)] AS region,
      'city ' || lpad(CAST(CAST(pow(${share(1)}, 2) * 200 AS INT) AS VARCHAR), 3, '0') AS city,
      'product ' || lpad(CAST(CAST(pow(${share(2)}, 3) * 1000 AS INT) AS VARCHAR), 4, '0') AS product,
      ['web', 'shop', 'phone', 'partner'][1 + CAST(hash(i + 3) % 4 AS INT)] AS channel,
      CAST(hash(i + 4) % 90 + 10 AS INT) AS age,
      CAST(hash(i + 5) % 20 + 1 AS INT) AS quantity,
      round(5 + 495 * pow(${share(6)}, 4), 2) AS price,
      round(${share(7)} * 0.4, 3) AS discount,
      hash(i + 8) % 10 < 3 AS returned,
      CAST(hash(i + 9) % 100000 AS INT) AS customer
    FROM range(${rows}) t(i)
  ) TO '${file}.tmp' (FORMAT parquet)`)
  connection.closeSync()
  instance.closeSync()
  renameSync(`${file}.tmp`, file)
  return file
}
