import { screen, waitFor, within } from '@testing-library/react'
import { strToU8, zipSync } from 'fflate'
import { expect, it, vi } from 'vitest'
import type { ImportPlan } from '../../model/bundle/importPlan.ts'
import type { Resource } from '../api/list.ts'
import { answering, Refusal } from '../testing/answering.ts'
import { showPage } from '../testing/showPage.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import ImportDialog from './ImportDialog.tsx'

const types = { dashboard: 'Dashboard', chart: 'Slice', dataset: 'SqlaTable', saved_query: 'SavedQuery' } as const
type Kind = keyof typeof types

const bundle = (kind: Kind) =>
  new File(
    [zipSync({ 'export/metadata.yaml': strToU8(`version: 1.0.0\ntype: ${types[kind]}\n`) }) as BlobPart],
    `${kind}.zip`,
  )
const step = (action: ImportPlan['steps'][number]['action']): ImportPlan['steps'][number] => ({
  path: 'datasets/orders.yaml',
  kind: 'dataset',
  name: 'orders',
  action,
  differences: [],
  omitted: 0,
  conflicts: [],
})
const planOf = (more: Partial<ImportPlan> = {}) => ({
  result: { steps: [step('create')], databases: [], secrets: {}, ...more },
})

/** The dialog, and a function that selects a file in it. */
async function open(kind: Kind, plan: unknown, imported: unknown = { message: 'OK' }, resource: Resource = kind) {
  const calls = answering({
    [`POST /api/v1/${kind}/import/plan`]: plan,
    [`POST /api/v1/${kind}/import/`]: imported,
    'GET /api/v1/database/': { count: 0, ids: [], result: [] },
  })
  const onClose = vi.fn()
  const { user } = showPage(() => (
    <>
      <ImportDialog resource={resource} initialFile={undefined} onClose={onClose} />
      <Toasts />
    </>
  ))
  const dialog = await screen.findByRole('dialog')
  const choose = () => user.upload(dialog.querySelector('input[type=file]') as HTMLInputElement, bundle(kind))
  const button = (name: string) => within(dialog).findByRole<HTMLButtonElement>('button', { name })
  return { user, calls, onClose, dialog: within(dialog), input: dialog.querySelector('input'), choose, button }
}

it.each<[Kind, string, string]>([
  ['chart', 'Import chart', 'Chart imported'],
  ['dashboard', 'Import dashboard', 'Dashboard imported'],
  ['dataset', 'Import dataset', 'Dataset imported'],
  ['saved_query', 'Import saved query', 'Query imported'],
])('%s: a file is selected, then imported', async (kind, title, message) => {
  const { user, onClose, input, choose, button } = await open(kind, planOf())
  expect(screen.getByRole('dialog', { name: title })).toBeDefined()
  await button('Select file')
  expect(input?.accept).toBe('.zip,.json,.yaml,.yml')
  expect((await button('Import')).disabled).toBe(true)
  await choose()
  await waitFor(async () => expect((await button('Import')).disabled).toBe(false))
  await user.click(await button('Import'))
  await screen.findByText(message)
  expect(onClose).toHaveBeenCalled()
})

it('asks for the passwords and keys of databases and of their tunnels', async () => {
  const texts = [
    'Must provide a password for the database',
    'Must provide a password for the ssh tunnel',
    'Must provide a private key for the ssh tunnel',
    'Must provide a private key password for the ssh tunnel',
  ]
  const { user, dialog, choose, button } = await open('dataset', planOf({ secrets: { 'databases/shop.yaml': texts } }))
  await choose()
  await dialog.findByText('Database passwords')
  expect(dialog.getByText(/"Secure Extra" and "Certificate" sections .* should be added manually/)).toBeDefined()
  const names = [
    'shop.yaml PASSWORD',
    'shop.yaml SSH TUNNEL PASSWORD',
    'shop.yaml SSH TUNNEL PRIVATE KEY',
    'shop.yaml SSH TUNNEL PRIVATE KEY PASSWORD',
  ]
  for (const name of names) {
    expect((await button('Import')).disabled).toBe(true)
    await user.type(dialog.getByLabelText(new RegExp(`^${name}(\\W|$)(?!\\w)`)), 's')
  }
  await waitFor(async () => expect((await button('Import')).disabled).toBe(false))
  // a key has several lines
  const key = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /PRIVATE KEY/ })
  await user.type(key, '{Enter}x')
  expect(key.value).toBe('s\nx')
})

it('existing objects are overwritten only if the word is typed', async () => {
  const { user, calls, dialog, choose, button } = await open('dataset', planOf({ steps: [step('change')] }))
  await choose()
  await dialog.findByText(/^You are importing one or more things that already exist\./)
  expect(dialog.queryByRole('button', { name: 'Import' })).toBeNull()
  expect((await button('Overwrite')).disabled).toBe(true)
  await user.type(dialog.getByLabelText('Type "OVERWRITE" to confirm'), 'overwrite')
  await user.click(await button('Overwrite'))
  await screen.findByText('Dataset imported')
  expect(calls.filter(({ call }) => call === 'POST /api/v1/dataset/import/')).toHaveLength(1)
})

it('a rejected file shows the reason, and its location', async () => {
  const refusal = new Refusal(422, {
    errors: [
      {
        message: 'Error importing dataset',
        error_type: 'GENERIC_COMMAND_ERROR',
        level: 'warning',
        extra: { 'datasets/orders.yaml': { columns: { 0: { type: ['Not a text'] } } } },
      },
    ],
  })
  const { dialog, choose, button } = await open('dataset', refusal)
  await choose()
  await dialog.findByText(/^An error occurred while importing dataset: Error importing dataset/)
  expect(dialog.getByText('datasets/orders.yaml: columns, 0, type: Not a text')).toBeDefined()
  await button('Import')
})
