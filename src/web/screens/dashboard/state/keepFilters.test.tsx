// @vitest-environment happy-dom
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { parseMetadata } from '../../../../model/dashboard/dashboardMetadata.ts'
import { parseLayout } from '../../../../model/dashboard/layout.ts'
import { createDashboardStore } from './dashboardStore.ts'
import { type Session, SessionContext } from './session.ts'
import { useKeepFilters } from './useKeepFilters.ts'

vi.mock('../../../api/bootstrap.ts', async (original) => ({ ...(await original<object>()), isSignedIn: true }))

const maskOf = (value: string) => ({ 'NATIVE_FILTER-a': { extraFormData: {}, filterState: { value: [value] } } })

const bodies: string[] = []
let status = 200

beforeEach(() => {
  bodies.length = 0
  status = 200
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit = {}) => {
    bodies.push(String(body))
    return new Response('{"key":"k"}', { status })
  })
})
afterEach(() => vi.unstubAllGlobals())

function opened() {
  const store = createDashboardStore({
    id: 1,
    layout: parseLayout({}),
    charts: new Map(),
    metadata: parseMetadata({}),
    masks: {},
    activeTabs: {},
  })
  const updateUrl = vi.fn()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SessionContext value={{ store, updateUrl } as unknown as Session}>{children}</SessionContext>
  )
  const { result } = renderHook(() => useKeepFilters(), { wrapper })
  return { store, updateUrl, save: result.current }
}

it('filters that were stored before they apply are not stored again', async () => {
  const { store, updateUrl, save } = opened()
  const masks = maskOf('West')
  save(masks)
  store.setState({ applied: masks })
  await waitFor(() => expect(updateUrl).toHaveBeenCalledOnce())
  store.setState({ applied: maskOf('East') })
  await waitFor(() => expect(updateUrl).toHaveBeenCalledTimes(2))
  expect(bodies.map((body) => /West|East/.exec(body)?.[0])).toEqual(['West', 'East'])
})

it('filters that could not be stored are stored when they apply', async () => {
  const { store, updateUrl, save } = opened()
  const masks = maskOf('West')
  status = 500
  save(masks)
  await waitFor(() => expect(bodies).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve))
  status = 200
  store.setState({ applied: masks })
  await waitFor(() => expect(updateUrl).toHaveBeenCalledOnce())
  expect(bodies).toHaveLength(2)
})
