import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering } from '../../testing/answering.ts'
import { showPage } from '../../testing/showPage.tsx'
import { AuditLogScreen } from './AuditLogScreen.tsx'

it.each([
  ['ApiKey:3', 'API key 3'],
  ['BoundaryMap:3', 'Map 3'],
  ['FilterSet:3', 'Filter set 3'],
  ['Folder:3', 'Folder 3'],
  ['RowRule:3', 'Rule 3'],
  // exports and imports
  ['saved_query', 'Saved query'],
  ['SqlaTable', 'Dataset'],
  ['Unknown:3', 'Unknown 3'],
])('the object %s is called %s', async (object, name) => {
  const row = {
    user: { username: 'ana' },
    action: 'changed',
    outcome: 'ok',
    object,
    address: '127.0.0.1',
    dttm: '2024-01-01T00:00:00',
    json: null,
    slice_id: null,
    dashboard_id: null,
    user_id: 1,
  }
  answering({ 'GET /api/v1/log/': { ids: [1], count: 1, result: [row] } })
  showPage(() => <AuditLogScreen />)
  const cell = await screen.findByText('changed')
  within(cell.closest('tr') as HTMLElement).getByText(name)
  expect(screen.queryByText(object)).toBeNull()
})
