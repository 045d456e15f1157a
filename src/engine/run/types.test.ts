import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Encoding } from '../contracts.ts'
import { createEnginePool, type Pool } from './pool.ts'
import { createFixture, type Fixture, parseBody, scratchFolder } from './testing/fixture.ts'

let fixture: Fixture
let pool: Pool

beforeAll(async () => {
  fixture = await createFixture()
  pool = createEnginePool({ children: 1, memoryLimitMb: 512, scratchFolder })
})
afterAll(async () => {
  await pool.close()
  fixture.remove()
})

const text = async (sql: string, encoding: Encoding) => {
  const { body } = await pool.run(fixture.job(sql, { encoding }))
  return body.toString()
}
/** The JSON text of the only cell, in both encodings, and the coltype. */
async function cell(sql: string): Promise<{ json: string; coltype: number }> {
  const rows = await text(`SELECT ${sql} AS v`, 'rows')
  const columns = await text(`SELECT ${sql} AS v`, 'columns')
  const json = /"data":\[\{"v":(.*)\}\]$/s.exec(rows)?.[1] ?? rows
  expect(/"columns":\[\[(.*)\]\]$/s.exec(columns)?.[1]).toBe(json)
  return { json, coltype: Number(/"coltypes":\[(\d)\]/.exec(rows)?.[1]) }
}

describe('one value of each type', () => {
  it.each<[sql: string, json: string, coltype: number]>([
    ['true', 'true', 3],
    ['false', 'false', 3],
    ['(-128)::TINYINT', '-128', 0],
    ['255::UTINYINT', '255', 0],
    ['(-32768)::SMALLINT', '-32768', 0],
    ['65535::USMALLINT', '65535', 0],
    ['(-2147483648)::INTEGER', '-2147483648', 0],
    ['4294967295::UINTEGER', '4294967295', 0],
    ['0::BIGINT', '0', 0],
    ['(-1)::BIGINT', '-1', 0],
    ['9007199254740991::BIGINT', '9007199254740991', 0],
    ['9007199254740993::BIGINT', '9007199254740993', 0],
    ['9223372036854775807::BIGINT', '9223372036854775807', 0],
    ['(-9223372036854775808)::BIGINT', '-9223372036854775808', 0],
    ['18446744073709551615::UBIGINT', '18446744073709551615', 0],
    ['170141183460469231731687303715884105727::HUGEINT', '170141183460469231731687303715884105727', 0],
    ['(-170141183460469231731687303715884105727)::HUGEINT', '-170141183460469231731687303715884105727', 0],
    ['(-1)::HUGEINT', '-1', 0],
    ['4294967296::HUGEINT', '4294967296', 0],
    ['sum(x) FROM (VALUES (2000000000), (2000000000)) t(x) SELECT sum(x)', '4000000000', 0],
    ['340282366920938463463374607431768211455::UHUGEINT', '340282366920938463463374607431768211455', 0],
    ['1.5::FLOAT', '1.5', 0],
    ['0.1::FLOAT', '0.10000000149011612', 0],
    ['0.1::DOUBLE', '0.1', 0],
    ['-61.17432::DOUBLE', '-61.17432', 0],
    ['1e300::DOUBLE', '1e+300', 0],
    ['1e-7::DOUBLE', '1e-7', 0],
    ['(1/3)::DOUBLE', '0.3333333333333333', 0],
    ['123456789012345680000::DOUBLE', '123456789012345680000', 0],
    ['-0.0::DOUBLE', '0', 0],
    ["'NaN'::DOUBLE", 'null', 0],
    ["'inf'::DOUBLE", 'null', 0],
    ["'-inf'::FLOAT", 'null', 0],
    ['12.50::DECIMAL(4,2)', '12.5', 0],
    ['(-0.05)::DECIMAL(9,2)', '-0.05', 0],
    ['1234567890.123456::DECIMAL(18,6)', '1234567890.123456', 0],
    ['12345678901234567890.1234::DECIMAL(38,4)', '12345678901234567000', 0],
    ['0::DECIMAL(38,10)', '0', 0],
    ["DATE '2021-01-01'", '1609459200000', 2],
    ["DATE '1969-12-31'", '-86400000', 2],
    ["'infinity'::DATE", 'null', 2],
    ["TIMESTAMP '2021-01-01 00:00:00.5'", '1609459200500', 2],
    ["TIMESTAMP '2021-01-01 00:00:00.000123'", '1609459200000.123', 2],
    ["TIMESTAMP '9999-12-31 23:59:59'", '253402300799000', 2],
    ["TIMESTAMP '0001-01-01 00:00:00'", '-62135596800000', 2],
    ["'infinity'::TIMESTAMP", 'null', 2],
    ["'-infinity'::TIMESTAMP", 'null', 2],
    ["TIMESTAMPTZ '2021-01-01 02:00:00+02'", '1609459200000', 2],
    ["TIMESTAMP_S '2021-01-01'", '1609459200000', 2],
    ["TIMESTAMP_MS '2021-01-01 00:00:00.001'", '1609459200001', 2],
    ["TIMESTAMP_NS '2021-01-01 00:00:00.001'", '1609459200001', 2],
    ["TIME '12:34:56'", '"12:34:56"', 1],
    ["TIME '12:34:56.5'", '"12:34:56.500000"', 1],
    ["INTERVAL '1 day 2 hours'", '"1 days 02:00:00"', 1],
    ["INTERVAL '-1 hour'", '"-1 days +23:00:00"', 1],
    ["INTERVAL '43 years'", '"15480 days 00:00:00"', 1],
    ["'9f3c3c3a-0000-4000-8000-000000000001'::UUID", '"9f3c3c3a-0000-4000-8000-000000000001"', 1],
    ["'101'::BIT", '"101"', 1],
    ["'abc'::BLOB", '"abc"', 1],
    ["'\\xFF\\xFE'::BLOB", '"[bytes]"', 1],
    ["'b'::ENUM('a', 'b')", '"b"', 1],
    ["''", '""', 1],
    ["'exactly 12 b'", '"exactly 12 b"', 1],
    ["'thirteen byte'", '"thirteen byte"', 1],
    [`'quote " slash \\ '`, '"quote \\" slash \\\\ "', 1],
    ['chr(10) || chr(9) || chr(1)', '"\\n\\t\\u0001"', 1],
    ["'é'", '"é"', 1],
    ["'a long text with an emoji 🧭 in it'", '"a long text with an emoji 🧭 in it"', 1],
    ["'</script>'", '"</script>"', 1],
    ['[1, 2, NULL]', '"[1, 2, null]"', 1],
    ["['a', 'b\"']", '"[\\"a\\", \\"b\\\\\\"\\"]"', 1],
    ['[1.5, 2]::DOUBLE[2]', '"[1.5, 2]"', 1],
    ["{'a': 1, 'b': 'x'}", '"{\\"a\\": 1, \\"b\\": \\"x\\"}"', 1],
    ["MAP {'k': 1}", '"{\\"k\\": 1}"', 1],
    ['\'{"a": 1}\'::JSON', '"{\\"a\\": 1}"', 1],
    ['union_value(num := 2)', '"2"', 1],
  ])('%s is %s', async (sql, json, coltype) => {
    const select = sql.includes(' FROM ')
      ? `(SELECT ${sql.split(' SELECT ')[1]} FROM ${sql.split(' FROM ')[1]?.split(' SELECT ')[0]})`
      : sql
    expect(await cell(select)).toEqual({ json, coltype })
  })

  it('counts a column without values as text, unless it is a time by definition', async () => {
    const coltypes = async (sql: string, more = {}) =>
      parseBody((await pool.run(fixture.job(`SELECT ${sql} AS v`, more))).body)['coltypes']
    for (const type of ['INTEGER', 'DOUBLE', 'VARCHAR', 'BOOLEAN', 'TIMESTAMP', 'DECIMAL(9,2)', 'INTEGER[]']) {
      expect([type, await coltypes(`NULL::${type}`)]).toEqual([type, [1]])
    }
    expect(await coltypes('NULL::DATE', { output: [{ label: 'v', time: { format: null } }] })).toEqual([2])
    expect(await coltypes('NULL', { output: [{ label: 'v', isDttm: true }] })).toEqual([2])
    const keep = { postProcessing: [{ operation: 'select', options: { columns: ['v'] } }] }
    expect(await coltypes('NULL::DOUBLE', keep)).toEqual([1])
    expect(await coltypes('NULL::TIMESTAMP', keep)).toEqual([1])
    expect(await coltypes('NULL::DATE', { ...keep, output: [{ label: 'v', time: { format: null } }] })).toEqual([2])
  })

  it('keeps lists that post-processing created as lists', async () => {
    const boxplot = {
      operation: 'boxplot',
      options: { groupby: ['g'], metrics: ['v'], whisker_type: 'tukey', percentiles: null },
    }
    const sql = `SELECT 'a' AS g, unnest([1, 2, 3, 4, 100]) AS v`
    const { body } = await pool.run(fixture.job(sql, { postProcessing: [boxplot] }))
    expect(parseBody(body)['data']).toMatchObject([{ g: 'a', v__outliers: [100] }])
  })
})

describe('complete results', () => {
  it('have the contract’s fields, the same in both encodings', async () => {
    const sql = `SELECT * FROM (VALUES (1, 'x, y'), (NULL, 'z')) t("a", "b, c")`
    expect(parseBody((await pool.run(fixture.job(sql))).body)).toEqual({
      rowcount: 2,
      colnames: ['a', 'b, c'],
      indexnames: [0, 1],
      coltypes: [0, 1],
      label_map: { a: ['a'], 'b, c': ['b', 'c'] },
      data: [
        { a: 1, 'b, c': 'x, y' },
        { a: null, 'b, c': 'z' },
      ],
    })
    expect(parseBody((await pool.run(fixture.job(sql, { encoding: 'columns' }))).body)).toEqual({
      rowcount: 2,
      colnames: ['a', 'b, c'],
      coltypes: [0, 1],
      label_map: { a: ['a'], 'b, c': ['b', 'c'] },
      columns: [
        [1, null],
        ['x, y', 'z'],
      ],
    })
  })

  it.each(['rows', 'columns'] as const)('without rows has no columns (%s)', async (encoding) => {
    const answer = parseBody((await pool.run(fixture.job('SELECT 1 AS a WHERE false', { encoding }))).body)
    expect(answer).toMatchObject({ rowcount: 0, colnames: [], coltypes: [], label_map: {} })
    expect(answer[encoding === 'rows' ? 'data' : 'columns']).toEqual([])
  })

  it('names columns by position, tells doubles apart and drops surplus ones', async () => {
    const names = async (sql: string, labels: string[]) =>
      parseBody((await pool.run(fixture.job(sql, { output: labels.map((label) => ({ label })) }))).body)['colnames']
    expect(await names('SELECT 1 AS a, 2 AS b, 3 AS c', ['COUNT(*)', 'Größe'])).toEqual(['COUNT(*)', 'Größe'])
    expect(await names('SELECT 1 AS a, 2 AS a, 3 AS a', [])).toEqual(['a', 'a__1', 'a__2'])
    await expect(names('SELECT 1 AS a', ['x', 'y'])).rejects.toThrow('Db engine did not return all queried columns')
  })

  it('reads times that are stored as text or numbers, and shifts them', async () => {
    const times = async (sql: string, format: string | null, offsetHours = 0) => {
      const output = [{ label: 't', time: { format }, isDttm: true }]
      const { body } = await pool.run(fixture.job(`SELECT ${sql} AS t`, { output, offsetHours, encoding: 'columns' }))
      const { columns, coltypes } = parseBody(body) as { columns: unknown[][]; coltypes: number[] }
      expect(coltypes).toEqual([2])
      return columns[0]
    }
    expect(await times("'2021-01-01'", null)).toEqual([1609459200000])
    expect(await times("'2021-01-01T01:30:00.25'", null)).toEqual([1609464600250])
    expect(await times("'01.02.2021 03:04'", '%d.%m.%Y %H:%M')).toEqual([1612148640000])
    expect(await times("'Jan 5 21, 3:04 PM'", '%b %d %y, %I:%M %p')).toEqual([1609859040000])
    expect(await times("'nonsense'", '%Y-%m-%d')).toEqual([null])
    expect(await times("'2021-02-30'", '%Y-%m-%d')).toEqual([null])
    expect(await times('1609459200', 'epoch_s')).toEqual([1609459200000])
    expect(await times('1609459200000::BIGINT', 'epoch_ms')).toEqual([1609459200000])
    expect(await times("DATE '2021-01-01'", null, 3)).toEqual([1609470000000])
    expect(await times("unnest([DATE '2021-01-01', NULL])", null)).toEqual([1609459200000, null])
  })
})

describe('many rows', () => {
  it('arrive complete and in order in every encoding', async () => {
    const count = 100_000
    const sql = `SELECT range AS i, CASE WHEN range % 3 = 0 THEN NULL ELSE 'text number ' || range END AS s FROM range(${count}) ORDER BY i`
    const rows = parseBody((await pool.run(fixture.job(sql))).body)['data'] as { i: number; s: string | null }[]
    const [i, s] = parseBody((await pool.run(fixture.job(sql, { encoding: 'columns' }))).body)['columns'] as [
      number[],
      (string | null)[],
    ]
    const expected = Array.from({ length: count }, (_, n) => ({ i: n, s: n % 3 === 0 ? null : `text number ${n}` }))
    expect(rows).toEqual(expected)
    expect(i).toEqual(expected.map((row) => row.i))
    expect(s).toEqual(expected.map((row) => row.s))
  })

  it('of random texts and numbers can be parsed back', async () => {
    const sql = `SELECT CASE WHEN range % 5 = 0 THEN NULL ELSE repeat(chr(32 + (range * 7919 % 90)::INT), (range % 40)::INT) END AS s,
      range * 0.01 AS d, (range * 7919 - 1000000) * 1e-9 AS f, range * 12345678901 AS big FROM range(20000)`
    const [direct] = [parseBody((await pool.run(fixture.job(sql, { encoding: 'columns' }))).body)]
    // the same through cells: a step that changes nothing converts it to a frame
    const steps = [{ operation: 'select', options: { columns: ['s', 'd', 'f', 'big'] } }]
    const viaFrame = parseBody((await pool.run(fixture.job(sql, { encoding: 'columns', postProcessing: steps }))).body)
    expect(direct['columns']).toEqual(viaFrame['columns'])
  })
})

describe('csv', () => {
  const csv = async (sql: string, more = {}) => {
    const file = join(fixture.folder, 'answer.csv')
    await pool.run(fixture.job(sql, { encoding: 'csv', file, ...more }))
    return readFileSync(file, 'utf8')
  }

  it('prints values as the contract does', async () => {
    expect(
      await csv(`SELECT 1 AS i, 2.50::DECIMAL(9,2) AS d, 1.0::DOUBLE AS f, true AS b, DATE '2021-01-01' AS day,
        TIMESTAMP '2021-01-01 10:00:00' AS t, 'a,"b"' AS s, NULL AS n, 9007199254740993 AS big`),
    ).toBe('i,d,f,b,day,t,s,n,big\n1,2.50,1.0,True,2021-01-01,2021-01-01 10:00:00,"a,""b""",,9007199254740993\n')
  })

  it('calculates with decimals if there is post-processing', async () => {
    const steps = [{ operation: 'cum', options: { operator: 'sum', columns: { d: 'd' } } }]
    expect(await csv('SELECT unnest([1.50, 2.25])::DECIMAL(9,2) AS d', { postProcessing: steps })).toBe(
      'd\n1.5\n3.75\n',
    )
  })

  it('prints integers with a gap as floats', async () => {
    expect(await csv('SELECT * FROM (VALUES (1), (NULL)) t(a)')).toBe('a\n1.0\n\n')
  })

  it('renames headers and defuses formulas in them and in texts', async () => {
    const job = { output: [{ label: 'm' }], verboseNames: { m: '=SUM(A1)' } }
    expect(await csv(`SELECT '@v'`, job)).toBe("'=SUM(A1)\n'@v\n")
  })
})
