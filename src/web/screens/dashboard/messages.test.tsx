import { screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { parseMetadata } from '../../../model/dashboard/dashboardMetadata.ts'
import { parseDashboardUrl } from '../../../model/dashboard/dashboardUrl.ts'
import { parseLayout } from '../../../model/dashboard/layout.ts'
import { currentUser } from '../../api/bootstrap.ts'
import type { DashboardChart } from '../../api/dashboardView.ts'
import { answering, Refusal } from '../../testing/answering.ts'
import { signedInAs } from '../../testing/showPage.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { show } from '../../ui/testing/show.tsx'
import { useToasts } from '../../ui/toast.ts'
import ChartMenuItems from './chart/ChartMenuItems.tsx'
import { ChartCards } from './edit/builder/ChartCards.tsx'
import { type Editor, EditorContext } from './edit/editStore.ts'
import { CssDialog } from './edit/properties/CssDialog.tsx'
import { SaveAsForm } from './edit/save/SaveAsForm.tsx'
import { useRefreshAll } from './header/useRefreshAll.ts'
import AnchorLink from './layout/AnchorLink.tsx'
import { LayoutChildren } from './layout/LayoutChildren.tsx'
import { MarkdownBlock } from './layout/MarkdownBlock.tsx'
import { createDashboardStore } from './state/dashboardStore.ts'
import { type Session, SessionContext } from './state/session.ts'

const messages = () => useToasts.getState().toasts.map(({ text }) => text)

function inDashboard(part: ReactNode) {
  const store = createDashboardStore({
    id: 1,
    layout: parseLayout({
      ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['C'] },
      C: { id: 'C', type: 'CHART', children: [], meta: { chartId: 7 } },
    }),
    charts: new Map(),
    metadata: parseMetadata({}),
    masks: {},
    activeTabs: {},
  })
  const refresh = vi.fn()
  const session = {
    store,
    item: { id: 1 },
    loader: { refresh },
    openedWith: parseDashboardUrl('', ''),
  } as unknown as Session
  return { refresh, user: show(<SessionContext value={session}>{part}</SessionContext>) }
}

it('a refresh of a dashboard loads every chart again and shows a message', async () => {
  function Refresh() {
    const refreshAll = useRefreshAll()
    return (
      <button type="button" onClick={refreshAll}>
        refresh
      </button>
    )
  }
  const { user, refresh } = inDashboard(<Refresh />)
  await user.click(screen.getByRole('button', { name: 'refresh' }))
  expect(refresh).toHaveBeenCalledExactlyOnceWith([7])
  expect(messages()).toEqual(['Refreshing charts'])
})

it('a copy of a dashboard needs a name', async () => {
  const onCopy = vi.fn()
  const user = show(<SaveAsForm title="Shop" onClose={() => undefined} onCopy={onCopy} />)
  await user.clear(await screen.findByPlaceholderText('[dashboard name]'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(messages()).toEqual(['You must pick a name for the new dashboard'])
  expect(onCopy).not.toHaveBeenCalled()
})

it.each([
  ['the reason', { message: 'No database' }, 'Sorry there was an error fetching saved charts: No database'],
  [
    'a reason of its own',
    { errors: [{ message: '' }] },
    'Sorry there was an error fetching saved charts: Could not fetch all saved charts',
  ],
])('the list of charts to add shows that it cannot be loaded, with %s', async (_name, body, text) => {
  currentUser.userId ??= 1
  answering({ 'GET /api/v1/chart/': new Refusal(500, body) })
  inDashboard(<ChartCards />)
  expect((await screen.findByRole('alert')).textContent).toBe(text)
})

it('the list of charts to add has 200 charts at first', async () => {
  const calls = answering({ 'GET /api/v1/chart/': { count: 0, result: [] } })
  inDashboard(<ChartCards />)
  await screen.findByText('No charts found')
  expect(calls.map(({ query }) => /page_size:(\d+)/.exec(query)?.[1])).toEqual(['200'])
})

it('a refresh of one chart says so', async () => {
  const chart = { id: 7, form_data: { viz_type: 'pie' }, type: { behaviors: [], shows: 'marks' } }
  const dashboard = (
    <ChartMenuItems
      chart={chart as unknown as DashboardChart}
      title="Sales"
      picture={{ current: null }}
      openDialog={() => undefined}
      show={(items) => <Menu items={items} trigger={<button type="button">menu</button>} />}
    />
  )
  const { user, refresh } = inDashboard(dashboard)
  await user.click(screen.getByRole('button', { name: 'menu' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Force refresh' }))
  expect(refresh).toHaveBeenCalledExactlyOnceWith([7])
  expect(messages()).toEqual(['Data refreshed'])
})

it('templates that cannot be listed are reported where the CSS of a dashboard is edited', async () => {
  signedInAs('Editor', [['can_read', 'CssTemplate']])
  answering({ 'GET /api/v1/css_template/': new Refusal(500, { message: 'No database' }) })
  const editor = { document: () => ({ css: '' }) } as unknown as Editor
  show(
    <EditorContext value={editor}>
      <CssDialog onClose={() => undefined} />
    </EditorContext>,
  )
  await waitFor(() => expect(messages()).toEqual(['An error occurred while fetching available CSS templates']))
})

it('a text that cannot be rendered shows a message; its editor also shows how to fix it', async () => {
  // React logs the errors that boundaries catch
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  // a value that is not a text cannot be parsed
  const broken = 7 as unknown as string
  show(<MarkdownBlock code={broken} />)
  expect((await screen.findByRole('alert')).textContent).toBe('This markdown component has an error.')
  expect(messages()).toEqual([])
  show(<MarkdownBlock code={broken} isEdited />)
  await waitFor(() =>
    expect(messages()).toEqual(['This markdown component has an error. Please revert your recent changes.']),
  )
  log.mockRestore()
})

it('an image of a text that does not exist is replaced with its name', async () => {
  show(
    <MarkdownBlock code={'Before ![Our logo](/static/logo.png) after\n\n![](https://elsewhere.example/map.svg?x=1)'} />,
  )
  await screen.findByText('The image "Our logo" is not available here.')
  screen.getByText('The image "map.svg" is not available here.')
  expect(screen.queryByRole('img')).toBeNull()
})

it('a component of an extension is replaced with its name', async () => {
  const node = (componentKey?: string) => {
    const meta = { width: 4, height: 20, ...(componentKey === undefined ? {} : { componentKey }) }
    const layout = parseLayout({
      ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: [`D-${componentKey}`] },
      [`D-${componentKey}`]: { id: `D-${componentKey}`, type: 'DYNAMIC', children: [], meta },
    })
    return layout.byId.get(`D-${componentKey}`)!
  }
  inDashboard(<LayoutChildren nodes={[node('weather'), node()]} columns={12} />)
  await screen.findByText('It belongs to an extension of the installation that the dashboard comes from: weather.')
  screen.getByText('It belongs to an extension of the installation that the dashboard comes from.')
})

it('a link to a header opens the dashboard there, with its current filters and tabs', async () => {
  signedInAs('Reader', [['can_share_dashboard', 'Superset']])
  const calls = answering({ 'POST /api/v1/dashboard/1/permalink': { key: 'k', url: 'https://here/p/k/' } })
  const { user } = inDashboard(<AnchorLink id="HEADER-1" name="Sales" />)
  await user.click(screen.getByRole('button', { name: 'Link to Sales' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy permalink to clipboard' }))
  await waitFor(() => expect(messages()).toEqual(['Copied to clipboard!']))
  expect(calls.map(({ body }) => body)).toEqual([{ dataMask: {}, activeTabs: [], urlParams: [], anchor: 'HEADER-1' }])
  expect(await navigator.clipboard.readText()).toBe('https://here/p/k/')
})
