import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Popover } from '../../ui/Popover.tsx'
import { ControlField } from '../ControlField.tsx'
import { type DragItem, dragItemOf } from '../dragItem.ts'
import { type ControlProps, useControlSource } from '../source.ts'
import { Pill, type PillFace } from './Pill.tsx'
import css from './PillBox.module.css'
import { RefusalDialog } from './RefusalDialog.tsx'
import { Resizable } from './Resizable.tsx'

/** Which editor of a box is open: that of a pill, that of a new item, or none. */
export type OpenEditor = number | 'new' | undefined

export interface PillBoxProps extends Pick<ControlProps, 'control' | 'errors'> {
  pills: readonly PillFace[]
  /** text of the placeholder for a new item */
  hint: string
  /** a full box has no placeholder for another item */
  isFull?: boolean
  open: OpenEditor
  onOpen: (open: OpenEditor) => void
  /** the editor that opens next to a pill or the placeholder */
  editor: (open: number | 'new') => ReactNode
  editorLabel: string
  editorWidth: number
  /** whether the editor has a grip to resize it */
  resizable?: boolean
  /** why an item cannot be removed, if it cannot */
  refusalOf?: (index: number) => string | undefined
  onRemove: (index: number) => void
  onMove?: (from: number, to: number) => void
  accepts: (item: DragItem) => boolean
  onDropItem: (item: DragItem) => void
}

/**
 * A box of selected items. Clicking an item opens its editor; items from the source panel can be dropped on the box.
 */
export function PillBox(props: PillBoxProps) {
  const { control, errors, pills, open, onOpen, isFull = false, editorWidth } = props
  const [refusal, setRefusal] = useState<string>()
  const popoverWidth = props.resizable ? undefined : editorWidth
  const editor = (at: number | 'new') =>
    props.resizable ? <Resizable width={editorWidth}>{props.editor(at)}</Resizable> : props.editor(at)

  function remove(index: number) {
    const reason = props.refusalOf?.(index)
    if (reason === undefined) props.onRemove(index)
    else setRefusal(reason)
  }
  const box = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<'none' | 'possible' | 'over'>('none')
  const accepts = useEffectEvent((item: DragItem | undefined) => item !== undefined && props.accepts(item))
  const onDropItem = useEffectEvent(props.onDropItem)
  const { sent, onTaken } = useControlSource()
  const take = useEffectEvent((item: DragItem) => {
    onTaken?.()
    if (props.accepts(item)) props.onDropItem(item)
  })

  useEffect(() => {
    if (sent?.control === control.name) take(sent.item)
  }, [sent, control.name])

  useEffect(() => {
    if (!box.current) return
    return dropTargetForElements({
      element: box.current,
      canDrop: ({ source }) => accepts(dragItemOf(source.data)),
      onDragEnter: () => setDrag('over'),
      onDragLeave: () => setDrag('none'),
      onDrop: ({ source }) => {
        setDrag('none')
        const item = dragItemOf(source.data)
        if (item) onDropItem(item)
      },
    })
  }, [])

  return (
    <ControlField control={control} errors={errors}>
      <div
        ref={box}
        className={classes(css.box, errors.length > 0 && css.bad, drag === 'over' && css.over)}
        data-control={control.name}
      >
        {pills.map((pill, index) => (
          <Pill
            key={pill.key}
            pill={pill}
            index={index}
            zone={control.name}
            isOpen={open === index}
            onOpenChange={(isOpen) => onOpen(isOpen ? index : undefined)}
            editor={() => editor(index)}
            editorLabel={props.editorLabel}
            editorWidth={popoverWidth}
            onRemove={() => remove(index)}
            onMove={
              props.onMove && ((from, to) => to >= 0 && to < pills.length && from !== to && props.onMove?.(from, to))
            }
          />
        ))}
        {isFull ? null : (
          <Popover
            label={props.editorLabel}
            width={popoverWidth}
            side="right"
            offset={12}
            flush
            open={open === 'new'}
            onOpenChange={(isOpen) => onOpen(isOpen ? 'new' : undefined)}
            trigger={
              <Button
                variant="quiet"
                size="xs"
                className={css.add}
                icon={<Plus size={13} />}
                aria-label={`${control.label}: ${props.hint}`}
              >
                {props.hint}
              </Button>
            }
          >
            {editor('new')}
          </Popover>
        )}
      </div>
      {refusal === undefined ? null : <RefusalDialog reason={refusal} onClose={() => setRefusal(undefined)} />}
    </ControlField>
  )
}
