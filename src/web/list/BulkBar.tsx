import { Download, FolderInput, Tag, Trash2, X } from 'lucide-react'
import type { OlderRelease } from '../../model/bundle/olderRelease.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './BulkBar.module.css'

const texts = defineTexts('bulk', {
  selected: '{count, number} Selected',
  deselect: 'Deselect all',
  delete: 'Delete',
  export: 'Export',
  exportOlder: 'Export for 2.1 servers',
  tag: 'Add Tag',
  move: 'Move to folder',
  stop: 'Stop selecting',
})

export interface BulkBarProps {
  count: number
  /** describes the selection; by default only the number of items */
  label?: string
  isExporting: boolean
  onDeselect: () => void
  onDelete?: () => void
  /** with a release: exports for its servers, which reject files with newer fields */
  onExport?: (release?: OlderRelease) => void
  onTag?: () => void
  onMove?: () => void
  onStop: () => void
}

/** Actions for the selected items. */
export function BulkBar(props: BulkBarProps) {
  const { count, label, isExporting, onDeselect, onDelete, onExport, onTag, onMove, onStop } = props
  const t = useText()
  const words = label ?? t(texts.selected, { count })
  return (
    <div className={css.bar} role="toolbar" aria-label={words}>
      <output className={css.count}>{words}</output>
      {count > 0 ? (
        <>
          <Button variant="quiet" onClick={onDeselect}>
            {t(texts.deselect)}
          </Button>
          <div className={css.actions}>
            {onDelete ? (
              <Button variant="danger" icon={<Trash2 size={14} />} onClick={onDelete}>
                {t(texts.delete)}
              </Button>
            ) : null}
            {onExport ? (
              <>
                <Button icon={<Download size={14} />} busy={isExporting} onClick={() => onExport()}>
                  {t(texts.export)}
                </Button>
                <Button variant="quiet" busy={isExporting} onClick={() => onExport('2.1')}>
                  {t(texts.exportOlder)}
                </Button>
              </>
            ) : null}
            {onMove ? (
              <Button icon={<FolderInput size={14} />} onClick={onMove}>
                {t(texts.move)}
              </Button>
            ) : null}
            {onTag ? (
              <Button icon={<Tag size={14} />} onClick={onTag}>
                {t(texts.tag)}
              </Button>
            ) : null}
          </div>
        </>
      ) : null}
      <span className={css.end}>
        <IconButton label={t(texts.stop)} icon={<X size={16} />} onClick={onStop} />
      </span>
    </div>
  )
}
