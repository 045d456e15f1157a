import { screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { bootstrap } from '../../api/bootstrap.ts'
import { answering } from '../../testing/answering.ts'
import { showPage, signedInAs } from '../../testing/showPage.tsx'
import { HomeScreen } from './HomeScreen.tsx'

const list = { count: 0, ids: [], result: [] }

it('has the sections Recents, Dashboards, Charts and Saved queries', async () => {
  signedInAs('Admin', [['can_read', 'SavedQuery']])
  answering({})
  showPage(() => <HomeScreen />)
  const sections = ['Recents', 'Dashboards', 'Charts', 'Saved queries']
  for (const name of sections) expect(await screen.findByRole('region', { name })).toBeDefined()
})

it('the last tab of dashboards and charts has the title and the filters from the server', async () => {
  const { conf } = bootstrap.common
  conf['WELCOME_PAGE_LAST_TAB'] = ['Examples', [{ col: 'created_by', opr: 'rel_o_m', value: 0 }]]
  onTestFinished(() => {
    delete conf['WELCOME_PAGE_LAST_TAB']
  })
  const calls = answering({ 'GET /api/v1/dashboard/': list, 'GET /api/v1/chart/': list })
  showPage(() => <HomeScreen />)
  expect(await screen.findAllByRole('tab', { name: 'Examples' })).toHaveLength(2)
  const filtered = (path: string) =>
    calls.some(({ call, query }) => call === `GET ${path}` && query.includes('col:created_by'))
  await waitFor(() => expect([filtered('/api/v1/dashboard/'), filtered('/api/v1/chart/')]).toEqual([true, true]))
})
