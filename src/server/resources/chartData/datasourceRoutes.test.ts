import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasExamples } from '../../../../conformance/vectors/exampleTables.ts'
import { type BirthsSite, startBirthsSite } from './testing/birthsSite.ts'

describe.skipIf(!hasExamples)('what a dataset holds (needs ../shared/examples)', () => {
  let site: BirthsSite
  beforeAll(async () => {
    site = await startBirthsSite()
  })
  afterAll(() => site.test.close())

  describe('GET column values', () => {
    it.each([
      ['gender', ['boy', 'girl']],
      ['state', ['CA', 'FL', 'IL', 'MA', 'MI', 'NJ', 'NY', 'OH', 'PA', 'TX', 'other']],
    ])('lists the values of %s', async (column, values) => {
      const answer = await site.get(`/api/v1/datasource/table/${site.datasetId}/column/${column}/values/`)
      expect(answer.json().result.toSorted()).toEqual(values)
    })

    it.each([
      ['nope', 5, 'gender', 400, 'Invalid datasource type: nope'],
      ['table', 99_999, 'gender', 404, 'Datasource does not exist'],
      ['table', 0, 'nope', 400, 'Column name nope does not exist'],
    ])('refuses %s %i %s', async (type, id, column, status, message) => {
      const answer = await site.get(`/api/v1/datasource/${type}/${id || site.datasetId}/column/${column}/values/`)
      expect([answer.statusCode, answer.json()]).toEqual([status, { message }])
    })
  })

  describe('POST /datasource/samples', () => {
    const samples = (query: string, payload: unknown = {}) =>
      site.post(`/datasource/samples?datasource_type=table&datasource_id=${site.datasetId}&${query}`, payload)

    it('returns a page of rows and the total number', async () => {
      const filters = [{ col: 'gender', op: '==', val: 'girl' }]
      const { result } = (await samples('per_page=3&page=2', { filters })).json()
      expect(result).toMatchObject({ page: 2, per_page: 3, total_count: 36446, rowcount: 3 })
      expect(result.data.every((row: { gender: string }) => row.gender === 'girl')).toBe(true)
    })

    it('filters by time', async () => {
      const { result } = (
        await samples('per_page=3', { granularity: 'ds', time_range: '2000-01-01 : 2001-01-01' })
      ).json()
      expect(result).toMatchObject({ total_count: 1660, from_dttm: 946684800000, to_dttm: 978307200000 })
    })

    it.each([
      ['per_page=100000', {}, "{'per_page': ['Must be greater than or equal to 1 and less than or equal to 1000.']}"],
      ['per_page=1', { nonsense: 1 }, "{'nonsense': ['Unknown field.']}"],
    ])('refuses %s %j', async (query, payload, error) => {
      const answer = await samples(query, payload)
      expect([answer.statusCode, answer.json()]).toEqual([400, { error }])
    })
  })

  describe('GET /api/v1/time_range/', () => {
    it.each([
      [
        "'2000-01-01 : 2001-01-01'",
        { since: '2000-01-01T00:00:00', until: '2001-01-01T00:00:00', timeRange: '2000-01-01 : 2001-01-01' },
      ],
      ["'No filter'", { since: '', until: '', timeRange: 'No filter' }],
      ["'2000-01-01 : '", { since: '2000-01-01T00:00:00', until: '', timeRange: '2000-01-01 : ' }],
    ])('explains %s', async (q, result) => {
      expect((await site.get(`/api/v1/time_range/?q=${encodeURIComponent(q)}`)).json()).toEqual({ result })
    })

    it.each([
      ["'nonsense : nonsense'", 'Unexpected time range: Cannot parse time string [nonsense]'],
      ["'2001-01-01 : 2000-01-01'", 'Unexpected time range: From date cannot be larger than to date'],
    ])('refuses %s', async (q, message) => {
      const answer = await site.get(`/api/v1/time_range/?q=${encodeURIComponent(q)}`)
      expect([answer.statusCode, answer.json()]).toEqual([400, { message }])
    })
  })
})
