import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine'
import { LayoutDashboard, TriangleAlert, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { classes } from '../../ui/classes.ts'
import { LabelledIcon } from '../../ui/LabelledIcon.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { type IconKind, TypeIcon } from '../TypeIcon.tsx'
import css from './PillBox.module.css'

const texts = defineTexts('control.pill', { remove: 'Remove {label}', edit: 'Edit {label}' })

export interface PillFace {
  key: string
  label: string
  icon: IconKind
  /** why it may not work with this dataset */
  warning?: string
  tooltip?: string
  /** where it comes from, if not from this control */
  note?: string
}

interface PillProps {
  pill: PillFace
  index: number
  zone: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  editor: () => ReactNode
  editorLabel: string
  /** width in px; undefined if the editor sets it */
  editorWidth: number | undefined
  onRemove: () => void
  onMove?: (from: number, to: number) => void
}

interface DraggedPill {
  pillZone: string
  pillIndex: number
}

/** One selected item. Alt + arrow key moves it, Delete removes it. */
export function Pill({ pill, index, zone, isOpen, onMove, onRemove, ...props }: PillProps) {
  const t = useText()
  const element = useRef<HTMLDivElement>(null)
  const [isOver, setIsOver] = useState(false)
  const move = useEffectEvent((from: number) => onMove?.(from, index))
  const canMove = onMove !== undefined

  useEffect(() => {
    if (!element.current || !canMove) return
    const own: DraggedPill = { pillZone: zone, pillIndex: index }
    return combine(
      draggable({ element: element.current, getInitialData: () => ({ ...own }) }),
      dropTargetForElements({
        element: element.current,
        canDrop: ({ source }) => source.data['pillZone'] === zone && source.data['pillIndex'] !== index,
        onDragEnter: () => setIsOver(true),
        onDragLeave: () => setIsOver(false),
        onDrop: ({ source }) => {
          setIsOver(false)
          move(Number(source.data['pillIndex']))
        },
      }),
    )
  }, [zone, index, canMove])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      onRemove()
    } else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      onMove?.(index, index + (event.key === 'ArrowUp' ? -1 : 1))
    }
  }

  return (
    <div ref={element} className={classes(css.pill, isOpen && css.open, isOver && css.target)}>
      <Popover
        label={props.editorLabel}
        width={props.editorWidth}
        side="right"
        // skips the remove button
        offset={34}
        flush
        open={isOpen}
        onOpenChange={props.onOpenChange}
        trigger={
          <button
            type="button"
            className={css.face}
            aria-label={t(texts.edit, { label: pill.label })}
            title={pill.tooltip ?? pill.label}
            onKeyDown={onKeyDown}
          >
            <TypeIcon kind={pill.icon} />
            <span className={css.text} dir="auto">
              {pill.label}
            </span>
          </button>
        }
      >
        {props.editor()}
      </Popover>
      {pill.note === undefined ? null : (
        <LabelledIcon label={pill.note} tooltip={pill.note} className={css.note}>
          <LayoutDashboard size={13} />
        </LabelledIcon>
      )}
      {pill.warning === undefined ? null : (
        <LabelledIcon label={pill.warning} tooltip={pill.warning} className={css.warning}>
          <TriangleAlert size={13} />
        </LabelledIcon>
      )}
      <button
        type="button"
        className={css.remove}
        aria-label={t(texts.remove, { label: pill.label })}
        onClick={onRemove}
      >
        <X size={13} />
      </button>
    </div>
  )
}
