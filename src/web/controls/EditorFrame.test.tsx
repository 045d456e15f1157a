import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { show } from '../ui/testing/show.tsx'
import { EditorFrame, type EditorFrameProps } from './EditorFrame.tsx'

const tabs = [
  { value: 'simple', label: 'Simple', content: <input aria-label="Value" /> },
  { value: 'sql', label: 'Custom SQL', content: 'SELECT', disabledReason: 'SQL is not allowed here.' },
]

function Frame(props: Partial<EditorFrameProps>) {
  const [title, setTitle] = useState('My metric')
  return (
    <EditorFrame
      title={title}
      onTitle={setTitle}
      tabs={tabs}
      tab="simple"
      onTab={() => undefined}
      canSave
      onSave={() => undefined}
      onClose={() => undefined}
      {...props}
    />
  )
}

it('saves on Enter and by its button, but only valid changes', async () => {
  const onSave = vi.fn()
  const user = show(<Frame onSave={onSave} />)
  await user.type(screen.getByRole('textbox', { name: 'Value' }), '{Enter}')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(onSave).toHaveBeenCalledTimes(2)
})

it('without a change to save does not save', async () => {
  const onSave = vi.fn()
  const user = show(<Frame canSave={false} onSave={onSave} />)
  await user.type(screen.getByRole('textbox', { name: 'Value' }), '{Enter}')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  fireEvent.submit(screen.getByRole('form'))
  expect(onSave).not.toHaveBeenCalled()
})

it('accepts a new title on Enter without saving, and reverts it on Escape', async () => {
  const onSave = vi.fn()
  const user = show(<Frame onSave={onSave} />)
  await user.click(screen.getByRole('button', { name: 'My metric' }))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Label' })
  expect(document.activeElement).toBe(field)
  await user.clear(field)
  await user.type(field, 'Total{Enter}')
  expect(screen.getByRole('form', { name: 'Total' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Total' }))
  await user.type(screen.getByRole('textbox', { name: 'Label' }), ' of all{Escape}')
  expect(screen.getByRole('form', { name: 'Total' })).toBeDefined()
  expect(onSave).not.toHaveBeenCalled()
})

it('shows why a tab is disabled', () => {
  show(<Frame />)
  const tab = screen.getByRole<HTMLButtonElement>('tab', { name: 'Custom SQL' })
  expect([tab.disabled, tab.title]).toEqual([true, 'SQL is not allowed here.'])
})
