import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasExamples } from '../../../../conformance/vectors/exampleTables.ts'
import { type BirthsSite, byGender, startBirthsSite } from './testing/birthsSite.ts'

describe.skipIf(!hasExamples)('chart data with annotations (needs ../shared/examples)', () => {
  let site: BirthsSite
  beforeAll(async () => {
    site = await startBirthsSite()
  })
  afterAll(() => site.test.close())

  describe('annotation layers', () => {
    const annotated = (layer: object) => site.body([{ ...byGender, annotation_layers: [{ name: 'n', ...layer }] }])
    const dataOf = async (layer: object) => {
      const answer = await site.post('/api/v1/chart/data', annotated(layer))
      return answer.statusCode === 200 ? answer.json().result[0].annotation_data : answer.json()
    }

    it('returns all annotations of a stored layer', async () => {
      const layer = (await site.post('/api/v1/annotation_layer/', { name: 'stored' })).json().id
      const event = { short_descr: 'e', start_dttm: '2000-01-01T00:00:00', end_dttm: '2000-02-01T00:00:00' }
      await site.post(`/api/v1/annotation_layer/${layer}/annotation/`, event)
      const stored = { start_dttm: 946684800000, end_dttm: 949363200000, short_descr: 'e', long_descr: null }
      expect(await dataOf({ annotationType: 'EVENT', sourceType: 'NATIVE', value: layer })).toEqual({
        n: {
          columns: ['start_dttm', 'end_dttm', 'short_descr', 'long_descr', 'json_metadata'],
          records: [{ ...stored, json_metadata: null }],
        },
      })
    })

    it('returns the rows of another chart, for the time range of the layer', async () => {
      const layer = { annotationType: 'INTERVAL', sourceType: 'table', value: site.charts.pie }
      expect(await dataOf({ ...layer, overrides: { time_range: null } })).toEqual({
        n: {
          columns: ['gender', 'sum__num'],
          records: [
            { gender: 'boy', sum__num: 48133355 },
            { gender: 'girl', sum__num: 32546308 },
          ],
        },
      })
    })

    it('returns stored layers to users who may read annotations, and otherwise only with a chart that has them', async () => {
      const layer = (await site.post('/api/v1/annotation_layer/', { name: 'private' })).json().id
      const native = { name: 'n', annotationType: 'EVENT', sourceType: 'NATIVE', value: layer }
      const saved = (layers: object[]) => ({
        slice_name: 'annotated',
        viz_type: 'pie',
        datasource_id: site.datasetId,
        datasource_type: 'table',
        params: JSON.stringify({ annotation_layers: layers }),
      })
      const chart = async (layers: object[]) => (await site.post('/api/v1/chart/', saved(layers))).json().id
      const [with_, without] = [await chart([native]), await chart([])]
      const user = await site.test.addUser('annotated', ['Gamma'])
      await site.test.grant(user, [{ datasetId: site.datasetId }])
      const gamma = await site.test.token('annotated')
      const statusOf = async (slice_id: number | undefined) =>
        (await site.post('/api/v1/chart/data', { ...annotated(native), form_data: { slice_id } }, gamma)).statusCode
      expect([await statusOf(with_), await statusOf(without), await statusOf(undefined)]).toEqual([200, 400, 400])
      expect(await dataOf(native)).toHaveProperty('n')
      await site.test.services.db.deleteFrom('charts').where('id', 'in', [with_, without]).execute()
    })

    it.each([
      [{ annotationType: 'EVENT', sourceType: 'NATIVE', value: 999 }, 'Error: The annotation layer does not exist'],
      [{ annotationType: 'TIME_SERIES', sourceType: 'line', value: 999_999 }, 'Error: The chart does not exist'],
      [{ annotationType: 'TIME_SERIES', sourceType: 'line', value: 'x' }, 'Error: The chart does not exist'],
    ])('refuses %j', async (layer, message) => expect(await dataOf(layer)).toEqual({ message }))

    describe('on our own screens', () => {
      const shown = async (layers: object[], more: object = {}) => {
        const body = site.body([{ ...byGender, ...more, annotation_layers: layers }])
        return (await site.post('/api/v1/explore/data', body)).json().result[0]
      }

      it('reports failed layers by name, with the rows of the chart and the data of other layers', async () => {
        const pie = { annotationType: 'INTERVAL', sourceType: 'table', value: site.charts.pie }
        const { annotation_data: data, rowcount } = await shown([
          { name: 'gone', annotationType: 'EVENT', sourceType: 'NATIVE', value: 999 },
          { name: 'no chart', annotationType: 'TIME_SERIES', sourceType: 'line', value: 999_999 },
          { name: 'fine', ...pie },
          { name: 'wrong', ...pie, value: site.charts.broken },
          { name: 'hidden', ...pie, show: false },
        ])
        expect(rowcount).toBe(2)
        expect(data).toMatchObject({
          gone: { error: 'The annotation layer does not exist' },
          'no chart': { error: 'The chart does not exist' },
          fine: { columns: ['gender', 'sum__num'] },
          wrong: { error: expect.stringContaining('nope') },
        })
        expect(data).not.toHaveProperty('hidden')
      })

      it('requests layers once for a chart with two queries', async () => {
        const layers = [{ name: 'n', annotationType: 'INTERVAL', sourceType: 'table', value: site.charts.pie }]
        const query = { ...byGender, annotation_layers: layers }
        const { result } = (await site.post('/api/v1/explore/data', site.body([query, query]))).json()
        expect(result.map((each: { annotation_data: object }) => Object.keys(each.annotation_data))).toEqual([
          ['n'],
          [],
        ])
      })

      it('returns the lines of a chart over time, with the grain of the annotated chart if it is inherited', async () => {
        const params = {
          viz_type: 'echarts_timeseries_line',
          x_axis: 'ds',
          time_grain_sqla: 'P1Y',
          metrics: ['sum__num'],
          groupby: ['gender'],
          adhoc_filters: [],
        }
        const chart = { slice_name: 'lines', viz_type: params.viz_type, datasource_type: 'table' }
        const saved = { ...chart, datasource_id: site.datasetId, params: JSON.stringify(params) }
        const { id } = (await site.post('/api/v1/chart/', saved)).json()
        const layer = { name: 'n', annotationType: 'TIME_SERIES', sourceType: 'line', value: id }
        const host = { extras: { time_grain_sqla: 'P1W' }, granularity: 'ds' }
        const lines = (await shown([layer], host)).annotation_data.n
        expect(lines.columns).toEqual(['ds', 'boy', 'girl'])
        expect(lines.records[0]).toMatchObject({ ds: expect.any(Number), boy: expect.any(Number) })
        const inherited = (await shown([{ ...layer, overrides: { time_grain_sqla: null } }], host)).annotation_data.n
        // the week that contains January 1 begins in the year before
        expect(inherited.records[0].ds).toBeLessThan(lines.records[0].ds)
      })

      it('uses the time range of the annotated chart where it is inherited', async () => {
        const params = { viz_type: 'pie', groupby: ['gender'], metric: 'sum__num', granularity_sqla: 'ds' }
        const chart = { slice_name: 'by gender', viz_type: 'pie', datasource_type: 'table' }
        const saved = { ...chart, datasource_id: site.datasetId, params: JSON.stringify(params) }
        const { id } = (await site.post('/api/v1/chart/', saved)).json()
        const layer = { name: 'n', annotationType: 'INTERVAL', sourceType: 'table', value: id }
        const range = { granularity: 'ds', time_range: '1965-01-01 : 1966-01-01' }
        const recordsOf = async (more: object) =>
          (await shown([{ ...layer, ...more }], range)).annotation_data.n.records
        const all = await recordsOf({})
        const inherited = await recordsOf({ overrides: { time_range: null } })
        expect(inherited).not.toEqual(all)
        expect(await recordsOf({ overrides: { time_range: range.time_range } })).toEqual(inherited)
      })
    })

    it('returns no data for formulas', async () => {
      expect(await dataOf({ annotationType: 'FORMULA', sourceType: '', value: 'y = 2x' })).toEqual({})
    })
  })
})
