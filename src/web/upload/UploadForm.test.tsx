import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Reading } from '../../model/upload/upload.ts'
import type { UploadedAnswer } from '../api/uploads.ts'
import { show } from '../ui/testing/show.tsx'
import { UploadForm } from './UploadForm.tsx'

const previewed = (reading: Reading, more: Partial<UploadedAnswer['result']> = {}): UploadedAnswer => ({
  id: 'abc',
  result: {
    file_name: 'towns.csv',
    table_name: 'towns',
    format: 'csv',
    columns: [{ name: 'town', type: 'VARCHAR', type_generic: 1 }],
    rows: [['Bonn']],
    row_count: 1,
    is_estimate: false,
    warnings: [],
    texts: [],
    sheets: [],
    reading,
    ...more,
  },
})

interface HarnessProps {
  onCreated: (url: string) => void
  /** resolves with the preview for other settings */
  preview: (reading: Reading) => Promise<UploadedAnswer>
  first?: UploadedAnswer
}

/** The form with the button of its dialog, which is outside of the form. */
function Harness({ onCreated, preview, first = previewed({}) }: HarnessProps) {
  const [uploaded, setUploaded] = useState(first)
  const [asked, setAsked] = useState<Reading>({})
  const [isBusy, setIsBusy] = useState(false)
  return (
    <>
      <UploadForm
        formId="form"
        uploaded={uploaded}
        isBusy={isBusy}
        asked={asked}
        complaint={undefined}
        ifExists="fail"
        onIfExists={() => undefined}
        onReading={(reading) => {
          setAsked(reading)
          setIsBusy(true)
          void preview(reading).then((next) => {
            setUploaded(next)
            setIsBusy(false)
          })
        }}
        onCreated={onCreated}
      />
      <button type="submit" form="form">
        Create and explore
      </button>
    </>
  )
}

function open(first?: UploadedAnswer) {
  const created: { reading: Reading }[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    const answer = (result: unknown) => new Response(JSON.stringify({ id: 7, result }), { status: 200 })
    if (url.includes('/databases/'))
      return answer([
        { id: 1, name: 'examples', is_embedded: true, schemas: [] },
        { id: 2, name: 'Sales', is_embedded: false, schemas: ['landing', 'raw'] },
      ])
    if (url.includes('/table/')) return answer({ exists: false, may_change: false })
    expect([method, url]).toEqual(['POST', '/api/v1/upload/abc/'])
    created.push(JSON.parse(String(body)) as { reading: Reading })
    return answer({ table_name: 'towns', url: '/explore/?x=7', rows: 1, columns: [], missing: [], retyped: [] })
  })
  const arrival = Promise.withResolvers<void>()
  const onCreated = vi.fn()
  const preview = async (reading: Reading) => {
    await arrival.promise
    return previewed(reading)
  }
  const user = show(<Harness onCreated={onCreated} preview={preview} first={first} />)
  return { user, created, onCreated, arrive: () => arrival.resolve() }
}
afterEach(() => vi.unstubAllGlobals())

it('a click on the button while a preview is loading takes effect when the preview has loaded', async () => {
  const { user, created, onCreated, arrive } = open()
  await user.click(screen.getByText('More options'))
  await user.type(screen.getByRole('textbox', { name: 'Null values' }), 'n/a')
  // leaves the field, which requests another preview
  await user.click(screen.getByRole('button', { name: 'Create and explore' }))
  expect(created).toEqual([])
  arrive()
  await waitFor(() => expect(onCreated).toHaveBeenCalledWith('/explore/?x=7'))
  expect(created).toHaveLength(1)
  expect(created[0]?.reading).toMatchObject({ nullValues: ['n/a'] })
})

it('Enter in a field only requests the preview', async () => {
  const { user, created, arrive } = open()
  await user.click(screen.getByText('More options'))
  await user.type(screen.getByRole('textbox', { name: 'Null values' }), 'n/a{Enter}')
  arrive()
  await screen.findByText(/1 row/)
  expect(created).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Create and explore' }))
  await waitFor(() => expect(created).toHaveLength(1))
})

const labelled = (names: (string | RegExp)[]) => {
  for (const name of names) expect(screen.getByLabelText(name), String(name)).toBeDefined()
}
const common = [/^Table name/, 'Dataframe index: a column that numbers the rows']

it('a CSV file: every option of the form', async () => {
  const { user } = open()
  labelled([...common, 'Delimiter', 'Decimal character', 'Encoding', /^Column names in line/])
  labelled(['Null values', 'Rows to read', 'Skip initial space', 'Skip blank lines', 'Day first'])
  const delimiters = [...screen.getByLabelText<HTMLSelectElement>('Delimiter').options].map(({ text }) => text)
  expect(delimiters).toEqual(['Comma', 'Semicolon', 'Tab', 'Bar'])
  await user.click(screen.getByLabelText('Dataframe index: a column that numbers the rows'))
  labelled(['Column label'])
})

it('an Excel file: its sheets and the options that it has', () => {
  open(previewed({}, { format: 'xlsx', file_name: 'a.xlsx', sheets: ['One', 'Two'] }))
  labelled([...common, 'Sheet', /^Column names in row/, 'Null values', 'Rows to read'])
  for (const name of ['Delimiter', 'Encoding', 'Day first', 'Skip initial space'])
    expect(screen.queryByLabelText(name)).toBeNull()
})

it('a Parquet file has no options for reading it', () => {
  open(previewed({}, { format: 'parquet', file_name: 'a.parquet' }))
  expect(screen.queryByText('More options')).toBeNull()
  expect(screen.queryByLabelText('Delimiter')).toBeNull()
})

it('the database, and the schemas that it allows', async () => {
  const { user } = open()
  await user.selectOptions(await screen.findByLabelText('Database'), 'Sales')
  const schemas = screen.getByLabelText<HTMLSelectElement>('Schema')
  expect([...schemas.options].map(({ text }) => text)).toEqual(['landing', 'raw'])
})

it('an existing table: fail, replace or append', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    const exists = { exists: true, may_change: true, columns: ['town'], charts: 2, free_name: 'towns_2' }
    return new Response(JSON.stringify({ result: url.includes('/table/') ? exists : [] }), { status: 200 })
  })
  const preview = () => Promise.resolve(previewed({}))
  show(<Harness onCreated={vi.fn()} preview={preview} />)
  await screen.findByText(/towns_2/)
  for (const name of [/replace/i, /append/i]) expect(screen.getByRole('radio', { name })).toBeDefined()
})
