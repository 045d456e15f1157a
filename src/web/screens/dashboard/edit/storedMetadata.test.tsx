import { screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { parseMetadata } from '../../../../model/dashboard/dashboardMetadata.ts'
import { parseLayout } from '../../../../model/dashboard/layout.ts'
import { saveDashboardMetadata } from '../../../api/dashboardMetadata.ts'
import { showWithServer } from '../../../testing/showWithServer.tsx'
import { useToasts } from '../../../ui/toast.ts'
import { createDashboardStore } from '../state/dashboardStore.ts'
import { type Session, SessionContext } from '../state/session.ts'
import StoredFilterConfig from './filters/StoredFilterConfig.tsx'
import StoredCrossFilterScopes from './properties/StoredCrossFilterScopes.tsx'
import { useStoredMetadata } from './useStoredMetadata.ts'

const stored = {
  id: 1,
  dashboard_title: 'Sales',
  css: '',
  position_json: '{}',
  json_metadata: '{"refresh_frequency":30}',
}

function openWith(dialog: ReactNode, answers: Record<string, unknown>) {
  const store = createDashboardStore({
    id: 1,
    layout: parseLayout({}),
    charts: new Map(),
    metadata: parseMetadata({}),
    masks: {},
    activeTabs: {},
  })
  const session = { store, item: { id: 1 } } as unknown as Session
  return { ...showWithServer(<SessionContext value={session}>{dialog}</SessionContext>, { answers }), store }
}

function open(answer: unknown) {
  const onSaved = vi.fn()
  function Dialog() {
    const { metadata, save } = useStoredMetadata({
      part: 'filters',
      failed: (reason) => `Not saved: ${reason}`,
      changes: ({ instant_filtering }) => ({ isAsked: instant_filtering }),
      onSaved,
    })
    return metadata ? <button onClick={() => void save({ ...metadata, instant_filtering: true })}>Save</button> : null
  }
  return { ...openWith(<Dialog />, { '/api/v1/dashboard/1': answer }), onSaved }
}

it('stores the changed metadata and shows it, with the other changes of the page', async () => {
  const { user, asked, store, onSaved } = open({ result: stored })
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(asked.find((each) => each.startsWith('PUT'))).toMatch(/refresh_frequency.*30.*instant_filtering.*true/)
  expect(store.getState()).toMatchObject({ isAsked: true, metadata: { instant_filtering: true } })
})

it('shows a message if it fails, and changes nothing', async () => {
  const { user, store, onSaved } = open({ result: stored })
  await screen.findByRole('button', { name: 'Save' })
  vi.stubGlobal('fetch', async () => new Response('{"message":"Not now."}', { status: 500 }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(useToasts.getState().toasts[0]?.text).toBe('Not saved: Not now.'))
  expect(onSaved).not.toHaveBeenCalled()
  expect(store.getState().metadata.instant_filtering).toBe(false)
})

it.each([
  ['the filter editor', 'Add and edit filters', StoredFilterConfig],
  ['the scoping of cross-filters', 'Cross-filtering scoping', StoredCrossFilterScopes],
] as const)('%s shows why it could not be loaded, and tries again', async (_, title, Stored) => {
  const answers: Record<string, unknown> = { '/api/v1/dashboard/1': 403 }
  const { user } = openWith(<Stored onClose={() => undefined} />, answers)
  const dialog = await screen.findByRole('dialog', { name: title })
  expect((await within(dialog).findByRole('alert')).textContent).toContain('It failed.')
  answers['/api/v1/dashboard/1'] = { result: stored }
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'Save' })
  expect(screen.queryByRole('alert')).toBeNull()
})

it('single settings are changed in the version that was read', async () => {
  const sent: { method: string; headers: Headers; body: unknown }[] = []
  vi.stubGlobal('fetch', async (_address: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    sent.push({ method, headers: new Headers(headers), body })
    return new Response(JSON.stringify({ result: stored }), { headers: { etag: '"7"' } })
  })
  await saveDashboardMetadata(1, { cross_filters_enabled: false })
  const save = sent.find(({ method }) => method === 'PUT')
  expect(save?.headers.get('if-match')).toBe('"7"')
  expect(JSON.parse(String(save?.body))).toEqual({
    json_metadata: '{"refresh_frequency":30,"cross_filters_enabled":false}',
  })
})
