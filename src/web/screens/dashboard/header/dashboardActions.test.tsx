import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { parseMetadata } from '../../../../model/dashboard/dashboardMetadata.ts'
import { parseLayout } from '../../../../model/dashboard/layout.ts'
import { commandsOf } from '../../../shell/commandsOf.tsx'
import { answering, Refusal } from '../../../testing/answering.ts'
import { showPage, signedInAs } from '../../../testing/showPage.tsx'
import { Toasts } from '../../../ui/Toasts.tsx'
import StoredCrossFilterScopes from '../edit/properties/StoredCrossFilterScopes.tsx'
import { type EditMode, EditModeContext } from '../editMode.ts'
import { setDraft } from '../state/actions.ts'
import { createDashboardStore } from '../state/dashboardStore.ts'
import { type Session, SessionContext } from '../state/session.ts'
import DashboardActions from './DashboardActions.tsx'

const position = {
  ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['R'] },
  R: { id: 'R', type: 'ROW', children: ['A', 'B', 'C'], meta: {} },
  A: { id: 'A', type: 'CHART', children: [], meta: { chartId: 1, width: 4 } },
  B: { id: 'B', type: 'CHART', children: [], meta: { chartId: 2, width: 4 } },
  C: { id: 'C', type: 'CHART', children: [], meta: { chartId: 3, width: 4 } },
}
const region = {
  id: 'NATIVE_FILTER-1',
  type: 'NATIVE_FILTER',
  name: 'Region',
  filterType: 'filter_select',
  targets: [{ datasetId: 3, column: { name: 'region' } }],
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
}
const metadata = { native_filter_configuration: [region] }

function sessionOf(isEditor: boolean) {
  const charts = new Map(
    [1, 2, 3].map((id) => [id, { id, slice_name: `Chart ${id}`, form_data: {}, type: { behaviors: [] } } as never]),
  )
  const store = createDashboardStore({
    id: 1,
    layout: parseLayout(position),
    charts,
    metadata: parseMetadata(metadata),
    masks: {},
    activeTabs: {},
  })
  const item = { id: 1, owners: [], is_editor: isEditor }
  return { store, session: { store, item, loader: {}, openedWith: {} } as unknown as Session }
}

const mode: EditMode = { isEditing: false, enter: () => undefined, leave: () => undefined }

/** The names of the actions in the palette. */
function showActions(isEditor: boolean) {
  const { store, session } = sessionOf(isEditor)
  signedInAs('Reader', [
    ['can_share_dashboard', 'Superset'],
    ...(isEditor ? ([['can_write', 'Dashboard']] as [string, string][]) : []),
  ])
  showPage(() => (
    <SessionContext value={session}>
      <EditModeContext value={isEditor ? mode : undefined}>
        <DashboardActions
          refreshAll={() => undefined}
          onOpen={() => undefined}
          show={(entries) => commandsOf(entries).map(({ id, label }) => <p key={id}>{label}</p>)}
        />
      </EditModeContext>
    </SessionContext>
  ))
  const names = () => screen.queryAllByText(/./, { selector: 'p' }).map(({ textContent }) => textContent)
  return { store, names }
}

describe('the actions of an open dashboard in the palette', () => {
  it('of a reader: those that do not change the dashboard', async () => {
    const { names } = showActions(false)
    await waitFor(() =>
      expect(names()).toEqual([
        'Refresh dashboard',
        'Enter fullscreen',
        'Download: Export to PDF',
        'Download: Download as Image',
        'Share: Copy permalink to clipboard',
        'Share: Share permalink by email',
        'Set auto-refresh interval',
      ]),
    )
  })

  it('of an editor: edit mode, filters and the settings of the filter bar as well', async () => {
    const { names } = showActions(true)
    await waitFor(() => expect(names()).toContain('Edit dashboard'))
    for (const name of [
      'Add/Edit Filters',
      'Edit properties',
      'History',
      'Enable cross-filtering',
      'Cross-filtering scoping',
      'Apply filters at once',
      'Orientation of filter bar: Horizontal (Top)',
    ])
      expect(names()).toContain(name)
  })

  it('Apply and Clear all if there is something to apply or to clear', async () => {
    const { store, names } = showActions(false)
    await waitFor(() => expect(names()).toContain('Refresh dashboard'))
    expect(names()).not.toContain('Apply filters')
    expect(names()).not.toContain('Clear all filters')
    setDraft(store, region.id, { extraFormData: { filters: [] }, filterState: { value: ['West'] } })
    await waitFor(() => expect(names().slice(0, 2)).toEqual(['Apply filters', 'Clear all filters']))
  })
})

describe('the scopes of cross-filters in view mode', () => {
  function showScopes(put: unknown) {
    const { store, session } = sessionOf(true)
    const calls = answering({
      'GET /api/v1/dashboard/1': { result: { position_json: JSON.stringify(position), json_metadata: '{"a":1}' } },
      'PUT /api/v1/dashboard/1': put,
    })
    const closed: true[] = []
    const { user } = showPage(() => (
      <SessionContext value={session}>
        <StoredCrossFilterScopes startId={1} onClose={() => closed.push(true)} />
        <Toasts />
      </SessionContext>
    ))
    return { store, user, calls, closed }
  }

  it('start with the chart, are saved at once, and apply to the open dashboard', async () => {
    const { store, user, calls, closed } = showScopes({ result: {} })
    await screen.findByRole('dialog', { name: 'Cross-filtering scoping' })
    expect([...(store.getState().reach['1']?.keys() ?? [])]).toEqual([2, 3])
    await user.click(screen.getByRole('radio', { name: 'Apply to specific panels' }))
    await user.click(screen.getByRole('checkbox', { name: 'Chart 3' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(closed).toEqual([true]))
    expect([...(store.getState().reach['1']?.keys() ?? [])]).toEqual([2])
    // the global scoping, and unknown keys, are kept
    expect([...(store.getState().reach['2']?.keys() ?? [])]).toEqual([1, 3])
    const { body } = calls.find(({ call }) => call.startsWith('PUT')) ?? {}
    expect(JSON.parse((body as { json_metadata: string }).json_metadata)).toMatchObject({
      a: 1,
      chart_configuration: { 1: { id: 1 } },
    })
  })

  it('show a message if they could not be saved, and keep the dialog open with the changes', async () => {
    const { store, user, closed } = showScopes(new Refusal(403, { message: 'Not your dashboard' }))
    await screen.findByRole('dialog', { name: 'Cross-filtering scoping' })
    await user.click(screen.getByRole('radio', { name: 'Apply to specific panels' }))
    await user.click(screen.getByRole('checkbox', { name: 'Chart 3' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Failed to save cross-filter scoping. Not your dashboard')
    expect(closed).toEqual([])
    expect([...(store.getState().reach['1']?.keys() ?? [])]).toEqual([2, 3])
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Chart 3' }).checked).toBe(false)
  })
})
