import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { exploreReducer, startExplore } from '../../../../model/explore/exploreState.ts'
import { showWithServer } from '../../../testing/showWithServer.tsx'
import { useToasts } from '../../../ui/toast.ts'
import { chartDrafts } from '../state/chartDrafts.ts'
import { type Explore, ExploreProvider } from '../state/exploreContext.ts'
import { handedOver } from '../state/handOver.ts'
import { ownDraftKey } from '../state/useChartDraft.ts'
import SwapDialog from './SwapDialog.tsx'

const opened = (id: number, name: string) => ({
  id,
  name,
  type: 'table',
  table_name: name,
  main_dttm_col: null,
  verbose_map: {},
  column_formats: {},
  columns: [{ column_name: 'city', groupby: true, filterable: true }],
  metrics: [],
  database: { id: 1, backend: 'sqlite' },
})

/** The address that was opened last. */
const lastOpened = () =>
  (globalThis as unknown as { __TSR_ROUTER__: { history: { location: { href: string; state: object } } } })
    .__TSR_ROUTER__.history.location

it('a swapped dataset can be swapped back with the whole document: controls, undo history and unsaved name', async () => {
  const first = startExplore({ viz_type: 'pie', datasource: '3__table', groupby: ['country'] }, '', undefined)
  const form = { viz_type: 'pie', datasource: '3__table', groupby: ['country', 'city'] }
  const changed = exploreReducer(first, { type: 'changed', controls: form })
  const state = exploreReducer(changed, { type: 'renamed', name: 'Sales of places' })
  const explore: Partial<Explore> = {
    dataset: opened(3, 'places') as unknown as Explore['dataset'],
    form: state.controls.present,
    rules: [{ name: 'groupby', kind: 'columns', label: 'Dimensions', query: true }],
    state,
    dashboardId: null,
    editor: '5',
  }
  const ownKey = ownDraftKey(explore as Explore)
  chartDrafts.keep(ownKey, {
    keptAt: 1,
    version: undefined,
    source: { id: 3, type: 'table' },
    name: state.name,
    form: state.controls.present,
  })
  const { user, asked } = showWithServer(
    <ExploreProvider value={explore as Explore}>
      <SwapDialog onClose={() => undefined} />
    </ExploreProvider>,
    {
      answers: {
        '/api/v1/dataset/': {
          count: 1,
          result: [{ id: 4, table_name: 'shops', kind: 'physical', schema: null, owners: [], database: null }],
        },
        '/api/v1/explore/?': { result: { dataset: opened(4, 'shops'), slice: null, form_data: {}, metadata: null } },
        '/api/v1/explore/form_data': { key: 'stored' },
      },
    },
  )
  await user.click(await screen.findByRole('button', { name: 'shops' }))
  await user.click(screen.getByRole('button', { name: 'Proceed' }))
  await waitFor(() =>
    expect(lastOpened().href).toBe('/explore/?form_data_key=stored&datasource_id=4&datasource_type=table'),
  )
  // the new dataset does not have 'country'
  expect(asked.findLast((each) => each.includes('form_data'))).toContain('groupby\\":[\\"city\\"]')
  expect(handedOver(lastOpened().state)).toEqual({ name: 'Sales of places' })
  expect(chartDrafts.read(ownKey)).toBeUndefined()

  const [toast] = useToasts.getState().toasts
  expect(toast?.action?.label).toBe('Swap back')
  toast?.action?.onSelect()
  await waitFor(() =>
    expect(lastOpened().href).toBe('/explore/?form_data_key=stored&datasource_id=3&datasource_type=table'),
  )
  expect(asked.findLast((each) => each.includes('form_data'))).toContain('groupby\\":[\\"country\\",\\"city\\"]')
  expect(handedOver(lastOpened().state)).toEqual({ name: 'Sales of places', document: state })
})
