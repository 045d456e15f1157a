import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../web/ui/testing/show.tsx'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import type { TableForm } from './formData.ts'
import Table from './View.tsx'

const count = 1000
const names = Array.from({ length: count }, (_, at) => `column ${at}`)
const data = answer(Object.fromEntries(names.map((name, at) => [name, [0, [at, at + 1, at + 2]]])) as never)
const formData = openSaved({ viz_type: 'table', query_mode: 'raw', all_columns: names })!.formData as TableForm

const heads = () => [...document.querySelectorAll('th')]

it('of a thousand columns, those near the visible part are rendered, and others when the cursor goes there', async () => {
  const user = show(<Table {...drawInput(formData, [data])} title="Wide" />)
  const grid = screen.getByRole('grid', { name: 'Wide' })
  expect(grid.getAttribute('aria-colcount')).toBe(String(count))
  expect(heads()[0]?.textContent).toBe('column 0')
  expect(heads().length).toBeGreaterThan(5)
  expect(heads().length).toBeLessThan(60)

  act(() => grid.focus())
  await user.keyboard('{End}')
  fireEvent.scroll(grid.parentElement!)
  expect(heads().at(-1)?.textContent).toBe('column 999')
  expect(heads().at(-1)?.getAttribute('aria-colindex')).toBe(String(count))
  expect(heads().map(({ textContent }) => textContent)).not.toContain('column 0')
  expect(heads().length).toBeLessThan(60)
})
