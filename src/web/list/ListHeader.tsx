import { ListChecks, Trash2, Upload } from 'lucide-react'
import { lazy, useState } from 'react'
import type { VersionKind } from '../api/versions.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { PaletteActions } from '../shell/PaletteActions.tsx'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { LazyPart } from '../ui/LazyPart.tsx'
import { pageLanguage } from '../ui/pageLanguage.ts'
import { defineTexts, useText } from '../ui/text.ts'
import { openImport } from '../upload/uploadState.ts'
import css from './ListScreen.module.css'
import type { ListDefinition } from './listDefinition.ts'
import type { Selection } from './useSelection.ts'

const texts = defineTexts('listHeader', { bulkSelect: 'Bulk select', trash: 'Trash' })

const TrashDialog = lazy(() => import('../trash/TrashDialog.tsx'))

export interface ListHeaderProps<T extends { id: number }> {
  definition: ListDefinition<T>
  /** number of items; undefined while unknown */
  count: number | undefined
  selection: Selection
}

/** The header of a list page: its name, the number of items, and actions for all of them. */
export function ListHeader<T extends { id: number }>({ definition, count, selection }: ListHeaderProps<T>) {
  return (
    <PageHeader
      title={definition.title}
      crumbs={definition.crumbs}
      marks={count === undefined ? null : <span className={css.count}>{count.toLocaleString(pageLanguage())}</span>}
      actions={
        <>
          {definition.canWrite && definition.importButton !== undefined ? (
            <span className={css.wideOnly}>
              <PaletteActions
                items={[
                  {
                    label: definition.importButton,
                    onSelect: () => openImport('choose', definition.resource),
                  },
                ]}
              />
              <Button
                variant="quiet"
                icon={<Upload size={14} />}
                onClick={() => openImport('choose', definition.resource)}
              >
                {definition.importButton}
              </Button>
            </span>
          ) : null}
          {definition.bulkQuestion !== undefined &&
          (definition.canWrite || definition.canExport || definition.foldedAs !== undefined) ? (
            <BulkSelect selection={selection} isOnPhones={definition.foldedAs !== undefined} />
          ) : null}
          {definition.trash ? <Trash kind={definition.trash} listKey={definition.queryKeyRoot} /> : null}
          {definition.primary}
        </>
      }
    />
  )
}

/** On phones the button has no text, and is shown only if rows can be moved: they cannot be dragged there. */
function BulkSelect({ selection, isOnPhones }: { selection: Selection; isOnPhones: boolean }) {
  const t = useText()
  return (
    <span className={isOnPhones ? undefined : css.wideOnly}>
      <PaletteActions
        items={[
          {
            label: t(texts.bulkSelect),
            checked: selection.isOn,
            onSelect: selection.isOn ? selection.stop : selection.start,
          },
        ]}
      />
      <Button
        icon={<ListChecks size={14} />}
        aria-label={t(texts.bulkSelect)}
        aria-pressed={selection.isOn}
        active={selection.isOn}
        onClick={selection.isOn ? selection.stop : selection.start}
      >
        <span className={css.wideOnly}>{t(texts.bulkSelect)}</span>
      </Button>
    </span>
  )
}

function Trash({ kind, listKey }: { kind: VersionKind; listKey: string }) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <PaletteActions items={[{ label: t(texts.trash), onSelect: () => setIsOpen(true) }]} />
      <IconButton label={t(texts.trash)} icon={<Trash2 size={15} />} onClick={() => setIsOpen(true)} />
      {isOpen ? (
        <LazyPart onClose={() => setIsOpen(false)}>
          <TrashDialog kind={kind} listKey={listKey} onClose={() => setIsOpen(false)} />
        </LazyPart>
      ) : null}
    </>
  )
}
