import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Puzzle } from 'lucide-react'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { IntlProvider } from 'react-intl'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { editedTypeOf, loadEditedFilterTypes } from '../../../../../filters/editing.ts'
import { filterTypes, findFilterType } from '../../../../../filters/index.ts'
import type { FilterDefinition, FilterProps } from '../../../../../filters/shared/defineFilter.ts'
import type { FilterFieldsProps, FilterSettings } from '../../../../../filters/shared/filterSettings.ts'
import { baseQuery, filterContext, filterFormData } from '../../../../../filters/shared/optionsQuery.ts'
import { renumberDashboard, withDatasetUuids } from '../../../../../model/bundle/bundleIds.ts'
import { type NativeFilter, parseMetadata } from '../../../../../model/dashboard/dashboardMetadata.ts'
import { chartExtraFormData, filterReach, initialMasks } from '../../../../../model/dashboard/dashboardState.ts'
import type { DataMask } from '../../../../../model/dashboard/dataMask.ts'
import { parseLayout } from '../../../../../model/dashboard/layout.ts'
import { changeType, filterFaults, newFilter } from '../../../../../model/dashboardEdit/dashboardEditFilters.ts'
import { GenericType } from '../../../../../model/dataset/dataset.ts'
import { parseQueryContext } from '../../../../../model/query/queryContext.ts'
import { defineTexts } from '../../../../ui/text.ts'
import { createDashboardStore } from '../../state/dashboardStore.ts'
import { type Session, SessionContext } from '../../state/session.ts'
import type { FilterFormProps } from './filterFormProps.ts'

/** A filter type as a contributor would add it: the exports of its folder and one entry in the list, nothing else. */
const texts = defineTexts('filter.prefix', { length: 'Length of the prefix' })

const settings: FilterSettings = {
  icon: Puzzle,
  hasDataset: true,
  takesColumn: (type) => type === GenericType.string,
  hasParents: true,
  isParent: true,
  hasPreFilter: true,
  needsTime: true,
  sort: 'order',
  Configuration: ({ controls }: FilterFieldsProps) => <i>configured with {String(controls['length'])}</i>,
  Settings: ({ controls }: FilterFieldsProps) => <i>set to {String(controls['length'])}</i>,
  facts: { length: { label: texts.length } },
}

const prefix: FilterDefinition = {
  type: 'filter_prefix',
  name: 'Prefix',
  controlDefaults: { enableEmptyFilter: false, length: 3 },
  optionsQuery({ filter, parents }) {
    const formData = filterFormData(filter, this.controlDefaults, parents)
    return filterContext(filter, formData, [{ ...baseQuery(formData), columns: ['city'] }])
  },
  dataMask: (_filter, value) => ({
    extraFormData: value ? { filters: [{ col: 'city', op: 'LIKE', val: `${String(value)}%` }] } : {},
    filterState: { value },
  }),
  firstValue: () => 'Ber',
  component: async () => ({
    default: ({ controls, onValue }: FilterProps) => {
      onValue('Ham')
      return <b>starts with {String(controls['length'])} letters</b>
    },
  }),
  settings: async () => ({ default: settings }),
}

const entry = {
  ...newFilter('NATIVE_FILTER-p', 7, prefix),
  name: 'City',
  targets: [{ datasetId: 7, column: { name: 'city' } }],
}
const position = {
  ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['C'] },
  C: { id: 'C', type: 'CHART', children: [], meta: { chartId: 1, uuid: 'aa' } },
}
const stored = { native_filter_configuration: [entry] }
const layout = parseLayout(position)
const metadata = parseMetadata(stored)
const filter = metadata.native_filter_configuration[0] as NativeFilter

async function drawn(node: ReactNode): Promise<string> {
  const store = createDashboardStore({ id: 1, layout, charts: new Map(), metadata, masks: {}, activeTabs: {} })
  // these components use only the store of a session
  const session = { store } as unknown as Session
  const { prelude } = await prerender(
    <IntlProvider locale="en" onError={() => undefined}>
      <QueryClientProvider client={new QueryClient()}>
        <SessionContext value={session}>{node}</SessionContext>
      </QueryClientProvider>
    </IntlProvider>,
  )
  return (await new Response(prelude).text()).replaceAll('<!-- -->', '')
}

beforeAll(() => {
  filterTypes.push(prefix)
  // the API client reads its token from the page when it is loaded
  vi.stubGlobal('document', { querySelector: () => null })
})

afterAll(() => {
  filterTypes.splice(filterTypes.indexOf(prefix), 1)
  vi.unstubAllGlobals()
})

describe('a filter type that is only in the list', () => {
  it('is offered by the type picker, but not without a time column', async () => {
    const { typeOptions } = await import('./typeOptions.ts')
    const types = await loadEditedFilterTypes()
    const chosen = editedTypeOf(types, { filterType: 'filter_select' })
    const offered = typeOptions(types, { chosen, withTimes: true, missing: 'no times' })
    expect(offered).toContainEqual({ value: 'filter_prefix', label: 'Prefix' })
    const without = typeOptions(types, { chosen, withTimes: false, missing: 'no times' })
    expect(without).toContainEqual({ value: 'filter_prefix', label: 'Prefix', disabled: true, hint: 'no times' })
  })

  it('is not offered without the feature flag that it requires, but a stored filter keeps it', async () => {
    const { typeOptions } = await import('./typeOptions.ts')
    const types = await loadEditedFilterTypes()
    const offered = (filterType: string) =>
      typeOptions(types, { chosen: editedTypeOf(types, { filterType }), withTimes: true, missing: '' }).map(
        ({ label }) => label,
      )
    expect(offered('filter_select')).not.toContain('Group by')
    expect(offered('filter_groupby')).toContain('Group by')
  })

  it('has its own fields and texts in the form', async () => {
    const [{ FilterConfiguration }, { FilterValue }] = [
      await import('./FilterConfiguration.tsx'),
      await import('./FilterValue.tsx'),
    ]
    const type = editedTypeOf(await loadEditedFilterTypes(), entry)
    const form: FilterFormProps = {
      entry,
      entries: [entry],
      ticked: { default: false, preFilter: false },
      isAdded: false,
      faults: [],
      onTick: () => undefined,
      onChange: () => undefined,
    }
    const html = await drawn(
      <>
        <FilterConfiguration {...form} type={type} metrics={[]} />
        <FilterValue {...form} type={type} isWhole />
      </>,
    )
    for (const text of [
      'configured with 3',
      'set to 3',
      'Pre-filter available values',
      'Sort filter values',
      'Select first filter value by default',
    ])
      expect(html).toContain(text)
  })

  it('reports what is missing before it can be saved', async () => {
    const type = editedTypeOf(await loadEditedFilterTypes(), entry)
    const empty = { ...entry, targets: [{}] }
    const faults = filterFaults(empty, [empty], { default: false, preFilter: true }, type)
    expect(faults).toEqual(['dataset', 'column', 'preFilter'])
    const other = { ...newFilter('x', 7, { type: 'filter_select', controlDefaults: {} }), sortMetric: 'count' }
    expect(changeType(other, prefix, type)).toMatchObject({
      filterType: 'filter_prefix',
      targets: [{ datasetId: 7 }],
      controlValues: { enableEmptyFilter: false, length: 3 },
    })
  })

  it('is shown in the filter bar, with its settings, and emits masks', async () => {
    const { FilterInput } = await import('../../filterBar/FilterInput.tsx')
    const masks: DataMask[] = []
    const html = await drawn(
      <FilterInput
        definition={prefix}
        id="p"
        filter={{ ...filter, controlValues: {} }}
        mask={undefined}
        options={{ status: 'ready', rows: [], colnames: [], coltypes: [] }}
        search={() => Promise.reject(new Error('nothing is searched'))}
        compact={false}
        onChange={(mask) => masks.push(mask)}
      />,
    )
    expect(html).toContain('starts with 3 letters')
    expect(masks[0]?.extraFormData?.filters).toEqual([{ col: 'city', op: 'LIKE', val: 'Ham%' }])
  })

  it('applies to the queries of its charts, from an address that contains only the value', () => {
    const derive = (each: NativeFilter, value: unknown) =>
      findFilterType(each.filterType)?.dataMask(each, value) ?? { extraFormData: {} }
    const masks = initialMasks(metadata, [1], { [filter.id]: { filterState: { value: 'Lon' } } }, derive)
    expect(chartExtraFormData(1, masks, filterReach(layout, metadata)).filters).toEqual([
      { col: 'city', op: 'LIKE', val: 'Lon%' },
    ])
  })

  it('is exported and imported unchanged', () => {
    const out = withDatasetUuids(stored, new Map([[7, 'dd']]))
    expect(JSON.stringify(out)).toContain('"datasetUuid":"dd"')
    const { metadata: back } = renumberDashboard(
      { position, metadata: out },
      { charts: new Map([['aa', 5]]), datasets: new Map([['dd', 9]]) },
    )
    const [imported] = parseMetadata(back).native_filter_configuration
    expect(imported).toMatchObject({
      filterType: 'filter_prefix',
      controlValues: { length: 3 },
      targets: [{ datasetId: 9, column: { name: 'city' } }],
    })
  })

  it('loads its options with a query that the server accepts', () => {
    const context = prefix.optionsQuery({ filter, parents: { time_range: 'Last week' } })
    const parsed = parseQueryContext(JSON.parse(JSON.stringify(context)))
    expect(parsed.ok && parsed.value.queries[0]).toMatchObject({ columns: ['city'], time_range: 'Last week' })
    expect(context?.form_data).toMatchObject({ viz_type: 'filter_prefix', length: 3, extra_form_data: {} })
  })

  it('is described in the comparison of two versions', async () => {
    const { controlFacts } = await import('../save/controlFacts.ts')
    expect(controlFacts(await loadEditedFilterTypes(), entry)['length']?.label).toBe(texts.length)
  })
})
