import { draggable } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { GripVertical, TriangleAlert } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import type { Control } from '../../../../charts/shared/controls.ts'
import { dragData } from '../../../controls/dragItem.ts'
import { TypeIcon } from '../../../controls/TypeIcon.tsx'
import { Certified } from '../../../list/Certified.tsx'
import { classes } from '../../../ui/classes.ts'
import { LabelledIcon } from '../../../ui/LabelledIcon.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import type { Explore } from '../state/exploreContext.ts'
import css from './SourcePanel.module.css'
import type { SourceEntry } from './sourceEntries.ts'

const texts = defineTexts('explore.sourceItem', {
  addTo: 'Add to {control}',
  main: 'default',
  calculated: 'calculated',
  nowhere: 'No control accepts it',
})

/** The controls that accept a column, and those that accept a saved metric. */
const takers: Record<SourceEntry['kind'], ReadonlySet<string>> = {
  column: new Set(['column', 'columns', 'metric', 'metrics', 'adhocFilters']),
  metric: new Set(['metric', 'metrics', 'adhocFilters']),
}

interface SourceItemProps {
  entry: SourceEntry
  /** the controls on screen */
  targets: Control[]
  onSend: Explore['send']
}

/** A metric or column: dragged to a control, or sent there from its menu. */
export const SourceItem = memo(function SourceItem({ entry, targets, onSend }: SourceItemProps) {
  const t = useText()
  const row = useRef<HTMLDivElement>(null)
  const [isDragged, setIsDragged] = useState(false)
  const { kind, name } = entry

  useEffect(() => {
    if (!row.current) return
    return draggable({
      element: row.current,
      getInitialData: () => dragData({ kind, name }),
      onDragStart: () => setIsDragged(true),
      onDrop: () => setIsDragged(false),
    })
  }, [kind, name])

  const items = targets
    .filter((control) => takers[kind].has(control.kind))
    .map((control) => ({
      label: t(texts.addTo, { control: control.label }),
      onSelect: () => onSend({ control: control.name, item: { kind, name } }),
    }))
  const card = [entry.label === name ? null : name, entry.description, entry.expression].filter(Boolean).join('\n')
  return (
    <div ref={row} className={classes(css.item, isDragged && css.dragged)} title={card || undefined}>
      <Menu
        side="right"
        items={items.length > 0 ? items : [{ label: t(texts.nowhere), disabledReason: '' }]}
        trigger={
          <button type="button" className={css.face}>
            <TypeIcon kind={entry.icon} />
            <span className={css.label} dir="auto">
              {entry.label}
            </span>
          </button>
        }
      />
      <Certified by={entry.certifiedBy} details={entry.certificationDetails} />
      {entry.warning === null ? null : (
        <LabelledIcon label={entry.warning} tooltip={entry.warning} className={css.warning}>
          <TriangleAlert size={13} />
        </LabelledIcon>
      )}
      <span className={css.end}>
        {entry.isMain ? <span className={css.main}>{t(texts.main)}</span> : null}
        {entry.isCalculated ? (
          <LabelledIcon label={t(texts.calculated)} className={css.fx}>
            fx
          </LabelledIcon>
        ) : null}
        <GripVertical size={14} className={css.grip} />
      </span>
    </div>
  )
})
