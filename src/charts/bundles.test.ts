import { describe, expect, it } from 'vitest'
import { isSupported } from './index.ts'
import { type BundleChart, hasBundles, readBundleCharts } from './testing/bundles.ts'
import { noDatasource } from './testing/drawInput.ts'
import { contextOfSaved } from './testing/parts.ts'
import { hasRecordings, type Recording, readRecordings } from './testing/recordings.ts'

/**
 * Every chart of the shared bundles, as it was saved: its type is drawn, and its first query is the recorded one. Types
 * that the recording opened as their successors are compared by the data that they draw.
 */

const saved = readBundleCharts()
const recordings = readRecordings()

const recordingOf = ({ bundle, path, viz_type }: BundleChart): Recording | undefined =>
  recordings.find(
    ({ name, chart, opened, request, viz_type: recordedType }) =>
      name.startsWith(`${bundle}/`) &&
      chart.yaml === path &&
      recordedType === viz_type &&
      opened.startsWith('dashboard') &&
      request.body.queries !== undefined,
  )

describe.skipIf(!hasBundles)('the bundles (needs ../shared/examples)', () => {
  it('have 70 charts, all of types that are drawn', () => {
    expect(saved).toHaveLength(70)
    const left = saved.filter(({ viz_type }) => !isSupported(viz_type)).map(({ viz_type }) => viz_type)
    expect(left).toEqual([])
  })
})

const recorded = saved.flatMap((chart) => {
  const recording = recordingOf(chart)
  return recording && isSupported(chart.viz_type)
    ? [[`${chart.bundle}: ${chart.slice_name}`, chart, recording] as const]
    : []
})

describe.skipIf(!hasBundles || !hasRecordings)('the first query of a saved chart', () => {
  it('is compared for most charts', () => expect(recorded.length).toBeGreaterThan(50))

  it.each(recorded)('%s', (_name, { params, viz_type }, { form_data, request }) => {
    const { url_params, extra_form_data, datasource } = { ...form_data, ...request.body.form_data }
    const context = contextOfSaved({
      formData: { ...params, viz_type, url_params, datasource: String(datasource) },
      extraFormData: (extra_form_data ?? {}) as Record<string, unknown>,
      datasource: noDatasource,
    })
    expect(context?.queries[0]).toEqual(request.body.queries[0])
  })
})
