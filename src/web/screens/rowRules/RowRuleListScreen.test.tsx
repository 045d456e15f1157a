import { screen, within } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { LanguageProvider } from '../../language/LanguageProvider.tsx'
import { showLanguage } from '../../language/showLanguage.ts'
import { answering } from '../../testing/answering.ts'
import { showPage, signedInAs } from '../../testing/showPage.tsx'
import { RowRuleListScreen } from './RowRuleListScreen.tsx'

// loaded here, because the page loads it only when the dialog opens
await import('./RowRuleDialog.tsx')

const rule = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  description: 'Only their own region',
  filter_type: 'Regular',
  group_key: 'region',
  clause: "region = 'north'",
  tables: [{ id: 1, schema: 'main', table_name: 'orders' }],
  roles: [{ id: 2, name: 'Gamma' }],
  changed_on_delta_humanized: '2 days ago',
  ...more,
})
const listOf = (...result: object[]) => ({
  'GET /api/v1/rowlevelsecurity/': { count: result.length, ids: result.map((_each, at) => at + 1), result },
})
const canWrite = () => signedInAs('Admin', [['can_write', 'Row Level Security']])

it('the list of rules: columns, filters, buttons, actions of a row', async () => {
  canWrite()
  const calls = answering(listOf(rule(1, 'North'), rule(2, 'Nobody', { filter_type: 'Base', group_key: null })))
  const { user, address } = showPage(RowRuleListScreen)
  const table = await screen.findByRole('table', { name: 'Row level security' })
  const heads = within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
  expect(heads).toEqual(['Name', 'Filter Type', 'Group Key', 'Clause', 'Datasets', 'Roles', 'Last modified', 'Actions'])
  const row = await within(table).findByRole('row', { name: /North/ })
  const cells = within(row).getAllByRole('cell')
  expect(cells.slice(1, 7).map(({ textContent }) => textContent)).toEqual([
    'Regular',
    'region',
    "region = 'north'",
    'orders',
    'Gamma',
    '2 days ago',
  ])
  for (const name of ['Filter Type', 'Group Key', 'Modified by'])
    expect(screen.getByRole('combobox', { name })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Bulk select' })).toBeDefined()
  expect(within(row).getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(
    '/rowlevelsecurityfiltersmodelview/edit/1',
  )
  await user.click(within(row).getByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('dialog'))
  expect(
    question.getByText((_, element) => element?.textContent === 'Are you sure you want to delete North?'),
  ).toBeDefined()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Rule' }))
  expect(address()).toBe('/rowlevelsecurityfiltersmodelview/add')
  expect(calls[0]?.query).toContain('page_size:25')
})

it('the filter of types sends a request', async () => {
  canWrite()
  const calls = answering(listOf(rule(1, 'North')))
  const { user } = showPage(RowRuleListScreen)
  await screen.findByRole('row', { name: /North/ })
  await user.click(screen.getByRole('combobox', { name: 'Filter Type' }))
  await user.click(await screen.findByRole('option', { name: 'Base' }))
  await expect.poll(() => calls.at(-1)?.query).toContain('(col:filter_type,opr:eq,value:Base)')
})

it('shows types and times in the language of the page', async () => {
  canWrite()
  answering(listOf(rule(1, 'North'), rule(2, 'Nobody', { filter_type: 'Base' })))
  onTestFinished(() => showLanguage('en'))
  await showLanguage('de')
  showPage(() => (
    <LanguageProvider>
      <RowRuleListScreen />
    </LanguageProvider>
  ))
  const cellsOf = async (name: RegExp) =>
    within(await screen.findByRole('row', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(await cellsOf(/North/)).toEqual(expect.arrayContaining(['Regulär', 'vor 2 Tagen']))
  expect(await cellsOf(/Nobody/)).toContain('Basis')
})

it('explains rules if there are none', async () => {
  canWrite()
  answering(listOf())
  showPage(RowRuleListScreen)
  await screen.findByText('No Rules yet')
})

it('a reader of rules sees no actions', async () => {
  signedInAs('Gamma', [])
  answering(listOf(rule(1, 'North')))
  showPage(RowRuleListScreen)
  const row = within(await screen.findByRole('row', { name: /North/ }))
  expect(row.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Rule' })).toBeNull()
})
