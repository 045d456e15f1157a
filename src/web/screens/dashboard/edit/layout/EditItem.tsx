import { Copy, GripVertical, Trash2 } from 'lucide-react'
import {
  type ComponentProps,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useRef,
} from 'react'
import { columnSpan, type LayoutNode } from '../../../../../model/dashboard/layout.ts'
import { component, removeComponent, resizeComponent } from '../../../../../model/dashboardEdit/layoutEdit.ts'
import { classes } from '../../../../ui/classes.ts'
import { inlineKey } from '../../../../ui/direction.ts'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { useDashboard } from '../../state/session.ts'
import { duplicate } from '../copying.ts'
import { useEdit, useEditor } from '../editStore.ts'
import css from './EditItem.module.css'
import { useCarry } from './useCarry.ts'

const texts = defineTexts('dashboard.edit.item', {
  move: 'Move {name}',
  duplicate: 'Duplicate {name}',
  remove: 'Delete {name}',
  named: '{kind} {name}',
  sized: '{name}, {width} columns by {height} units',
  keys: 'Press Space to pick it up, arrow keys to choose a place, Enter to drop it. Shift + arrow keys resize it. Delete removes it.',
})

const kinds = defineTexts('dashboard.edit.kind', {
  chart: 'Chart',
  markdown: 'Text',
  row: 'Row',
  column: 'Column',
  header: 'Header',
  divider: 'Divider',
  tabs: 'Tabs',
  tab: 'Tab',
  dynamic: 'Component',
})

/** The name of a component for screen readers and while it is moved. */
export function useItemName(): (node: Pick<LayoutNode, 'type' | 'meta'>) => string {
  const t = useText()
  const charts = useDashboard((state) => state.charts)
  return ({ type, meta }) => {
    const kind = kinds[type.toLowerCase() as keyof typeof kinds]
    const name =
      meta.sliceNameOverride ||
      (meta.chartId === undefined ? undefined : charts.get(meta.chartId)?.slice_name) ||
      meta.sliceName ||
      meta.text ||
      meta.code?.replace(/^[#\s]+/, '').split('\n')[0] ||
      ''
    return t(texts.named, { kind: kind ? t(kind) : type, name }).trim()
  }
}

type Tools = 'above' | 'beside'

interface EditItemProps {
  node: LayoutNode
  className?: string | undefined
  style?: CSSProperties
  /** width of the container in columns, to describe the size of the component */
  columns: number
  tools?: Tools
  /** shown before the delete button */
  toolbar?: ReactNode
  /** whether only the handle drags the component, because its content can be dragged as well */
  byGrip?: boolean
  resizable?: ReactNode
  children: ReactNode
}

/** A component of the layout in edit mode: selected, moved, resized and removed by pointer and keyboard. */
export function EditItem({
  node,
  className,
  style,
  columns,
  tools = 'above',
  toolbar,
  byGrip = false,
  resizable,
  children,
}: EditItemProps) {
  const t = useText()
  const editor = useEditor()
  const ref = useRef<HTMLDivElement>(null)
  const grip = useRef<HTMLSpanElement>(null)
  const isSelected = useEdit((state) => state.selectedId === node.id)
  const isCarried = useEdit(({ lifted }) => lifted?.carried.kind === 'move' && lifted.carried.id === node.id)
  const name = useItemName()(node)
  const isSized = node.type === 'CHART' || node.type === 'MARKDOWN'
  useCarry(ref, () => ({ kind: 'move', id: node.id }), name, byGrip ? grip : undefined)

  const remove = () => editor.apply(removeComponent(editor.position(), node.id))

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === ' ') editor.lift({ kind: 'move', id: node.id }, name, 'keyboard')
    else if (event.key === 'Delete' || event.key === 'Backspace') remove()
    else if (event.key === 'Enter') enter(event.currentTarget)
    else if (event.shiftKey && event.key in steps) resizeByKey(inlineKey(event.key))
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  function resizeByKey(key: string) {
    const position = editor.position()
    const meta = component(position, node.id)?.meta
    const [columnsMore, unitsMore] = steps[key] ?? [0, 0]
    const width = columnSpan(node, columns) + columnsMore
    const height = Number(meta?.['height'] ?? 50) + unitsMore
    const edit = resizeComponent(position, node.id, columnsMore === 0 ? { height } : { width })
    if (edit.ok && JSON.stringify(component(edit.value, node.id)?.meta) !== JSON.stringify(meta)) editor.apply(edit)
  }

  const label = isSized
    ? t(texts.sized, { name, width: columnSpan(node, columns), height: node.meta.height ?? 50 })
    : name
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a part of the page that can be moved by mouse and keyboard
    <div
      ref={ref}
      id={node.id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it contains charts, not form fields
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.3 allows a description everywhere
      aria-description={t(texts.keys)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is moved and resized by keyboard
      tabIndex={0}
      data-edit={node.type}
      data-selected={isSelected ? '' : undefined}
      className={classes(css.item, isCarried && css.carried, className)}
      style={style}
      onKeyDown={onKeyDown}
      onMouseDown={(event) => {
        event.stopPropagation()
        editor.select(node.id)
      }}
      onFocus={(event) => {
        event.stopPropagation()
        editor.select(node.id)
      }}
    >
      <div className={classes(css.tools, tools === 'beside' ? css.beside : css.above)}>
        <Grip
          ref={grip}
          label={t(texts.move, { name })}
          onLift={() => editor.lift({ kind: 'move', id: node.id }, name, 'keyboard')}
        />
        {toolbar}
        {node.type === 'CHART' ? null : (
          <IconButton
            size="xs"
            tooltip={false}
            label={t(texts.duplicate, { name })}
            icon={<Copy size={14} />}
            onClick={() => duplicate(editor, node.id)}
          />
        )}
        <IconButton
          size="xs"
          tooltip={false}
          label={t(texts.remove, { name })}
          icon={<Trash2 size={14} />}
          onClick={remove}
        />
      </div>
      {children}
      {resizable}
    </div>
  )
}

/** The change of a component's size by each arrow key, in [columns, units of height]. */
const steps: Record<string, [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
}

/** Starts to edit the content of the component: clicks its edit button, or focuses its first field. */
function enter(element: HTMLElement): void {
  const inside = element.querySelector<HTMLElement>('[data-edit-start], input, textarea')
  inside?.focus()
  if (inside?.matches('button')) inside.click()
}

function Grip({
  ref,
  label,
  onLift,
}: { ref: RefObject<HTMLSpanElement | null>; label: string; onLift: () => void } & Omit<
  ComponentProps<'span'>,
  'ref'
>) {
  return (
    <span ref={ref} className={css.grip}>
      <IconButton
        size="xs"
        tooltip={false}
        label={label}
        icon={<GripVertical size={14} />}
        onClick={(event) => {
          // a click without a pointer: Enter or Space
          if (event.detail === 0) onLift()
        }}
      />
    </span>
  )
}
