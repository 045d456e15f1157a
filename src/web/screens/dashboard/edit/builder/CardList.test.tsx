import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { show } from '../../../../ui/testing/show.tsx'
import { CardList } from './CardList.tsx'

function List({ names }: { names: string[] }) {
  return (
    <CardList label="Charts">
      {names.map((name) => (
        <button key={name} type="button" data-card="">
          {name}
        </button>
      ))}
    </CardList>
  )
}

const focused = () => document.activeElement?.textContent
const stops = () =>
  screen
    .getAllByRole('button')
    .filter((card) => card.tabIndex === 0)
    .map((card) => card.textContent)

it('has one tab stop, and the arrow keys move within it', async () => {
  const user = show(<List names={['One', 'Two', 'Three']} />)
  await user.tab()
  expect(focused()).toBe('One')
  const moves = [
    ['{ArrowDown}', 'Two'],
    ['{End}', 'Three'],
    ['{ArrowDown}', 'Three'],
    ['{ArrowUp}', 'Two'],
  ] as const
  for (const [key, name] of moves) {
    await user.keyboard(key)
    expect(focused()).toBe(name)
    expect(stops()).toEqual([name])
  }
  await user.tab()
  expect(focused()).not.toBe('Three')
  await user.tab({ shift: true })
  expect(focused()).toBe('Two')
})

it('moves its tab stop to the first card when the focused one is removed', async () => {
  function Changing() {
    const [names, setNames] = useState(['One', 'Two'])
    return (
      <>
        <List names={names} />
        <input aria-label="Filter" onChange={() => setNames(['Zero', 'One'])} />
      </>
    )
  }
  const user = show(<Changing />)
  await user.click(screen.getByRole('button', { name: 'Two' }))
  expect(stops()).toEqual(['Two'])
  await user.type(screen.getByRole('textbox', { name: 'Filter' }), 'x')
  expect(stops()).toEqual(['Zero'])
})
