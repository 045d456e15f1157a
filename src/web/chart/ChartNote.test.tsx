import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../ui/testing/show.tsx'
import ChartNote from './ChartNote.tsx'

const text = 'The first 1000 of 20000 categories; Too many bars for value labels'

it('is text for screen readers if the picture shows all of it', () => {
  show(<ChartNote text={text} drawn={text.replace('; ', ';\n')} />)
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

it('is a button that shows the full text if the picture truncates it', async () => {
  const user = show(<ChartNote text={text} drawn={'The first 1000 of\n20000…'} />)
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: text }))
  await user.keyboard('{Enter}')
  const note = await screen.findByRole('dialog', { name: 'Not everything is drawn' })
  expect(note.textContent).toBe(text)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})
