import { screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, it } from 'vitest'
import { Dialog } from '../ui/Dialog.tsx'
import { show } from '../ui/testing/show.tsx'
import { UndoButtons } from './UndoButtons.tsx'
import { useUndoable, useUndoKeys } from './useUndoable.ts'

interface Form {
  name: string
  isOn: boolean
  count: number
}

function Example() {
  const steps = useUndoable<Form>({ name: '', isOn: false, count: 0 })
  const ref = useRef<HTMLDivElement>(null)
  useUndoKeys(steps, ref)
  const { name, isOn, count } = steps.present
  return (
    <Dialog open title="Form" onClose={() => undefined} footer={<UndoButtons of={steps} />}>
      <div ref={ref}>
        <label>
          Name
          <input value={name} onChange={(event) => steps.set((now) => ({ ...now, name: event.target.value }))} />
        </label>
        <button
          type="button"
          onClick={() => {
            // two changes by one click
            steps.set((now) => ({ ...now, isOn: !now.isOn }))
            steps.set((now) => ({ ...now, count: now.count + 1 }))
          }}
        >
          Toggle
        </button>
        <p>{`${name} ${isOn ? 'on' : 'off'} ${count}`}</p>
      </div>
    </Dialog>
  )
}

it('undoes typing in one field as one step, and a click as one step, by buttons and by keys', async () => {
  const user = show(<Example />)
  await user.type(await screen.findByLabelText('Name'), 'Sales')
  await user.click(screen.getByRole('button', { name: 'Toggle' }))
  await screen.findByText('Sales on 1')
  await user.keyboard('{Control>}z{/Control}')
  await screen.findByText('Sales off 0')
  await user.click(screen.getByRole('button', { name: 'Undo the action' }))
  await screen.findByText('off 0')
  expect(screen.getByRole('button', { name: 'Undo the action' }).getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Redo the action' }))
  await screen.findByText('Sales off 0')
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await screen.findByText('Sales on 1')
})

it('leaves the keys to a text field, which has its own undo', async () => {
  const user = show(<Example />)
  await user.click(await screen.findByRole('button', { name: 'Toggle' }))
  await user.click(screen.getByLabelText('Name'))
  await user.keyboard('{Control>}z{/Control}')
  await screen.findByText('on 1')
})

it('discards undone steps after another change', async () => {
  const user = show(<Example />)
  await user.click(await screen.findByRole('button', { name: 'Toggle' }))
  await user.click(screen.getByRole('button', { name: 'Undo the action' }))
  await user.type(screen.getByLabelText('Name'), 'x')
  expect(screen.getByRole('button', { name: 'Redo the action' }).getAttribute('aria-disabled')).toBe('true')
})
