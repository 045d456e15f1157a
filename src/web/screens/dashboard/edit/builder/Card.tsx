import { GripVertical } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { Component } from '../../../../../model/dashboardEdit/layoutEdit.ts'
import { Tag } from '../../../../ui/Tag.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { useEdit, useEditor } from '../editStore.ts'
import { useCarry } from '../layout/useCarry.ts'
import css from './BuilderPane.module.css'

const texts = defineTexts('dashboard.edit.card', {
  added: 'Added',
  keys: 'Press Space to pick it up, arrow keys to choose a place, Enter to drop it. Click or press Enter to add it at the end of the open tab.',
})

interface CardProps {
  /** returns a new component at each call */
  make: () => Component
  label: string
  icon: ReactNode
  facts?: ReactNode
  isAdded?: boolean
}

/** A component that can be added to the dashboard: dragged, moved by keyboard, or added to the open tab by a click. */
export function Card({ make, label, icon, facts, isAdded = false }: CardProps) {
  const t = useText()
  const editor = useEditor()
  const ref = useRef<HTMLButtonElement>(null)
  const made = useRef<Component>(undefined)
  const isCarried = useEdit(({ lifted }) => lifted?.carried.kind === 'new' && lifted.carried.item === made.current)
  const fresh = () => {
    made.current = make()
    return made.current
  }
  useCarry(ref, () => (isAdded ? undefined : { kind: 'new', item: fresh() }), label)
  return (
    <button
      ref={ref}
      type="button"
      className={css.card}
      data-card=""
      aria-disabled={isAdded || undefined}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.3 allows a description everywhere
      aria-description={isAdded ? undefined : t(texts.keys)}
      data-added={isAdded ? '' : undefined}
      data-carried={isCarried ? '' : undefined}
      onClick={() => {
        if (!isAdded) editor.add(fresh())
      }}
      onKeyDown={(event) => {
        if (event.key !== ' ' || isAdded) return
        event.preventDefault()
        editor.lift({ kind: 'new', item: fresh() }, label, 'keyboard')
      }}
      onKeyUp={(event) => {
        // releasing the key that picked up the card must not count as a click
        if (event.key === ' ') event.preventDefault()
      }}
    >
      {icon}
      <span className={css.name}>{label}</span>
      {isAdded ? <Tag>{t(texts.added)}</Tag> : <GripVertical size={14} />}
      {facts === undefined ? null : <span className={css.facts}>{facts}</span>}
    </button>
  )
}
