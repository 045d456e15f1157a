import { X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { can } from '../../../api/bootstrap.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { LazyPart } from '../../../ui/LazyPart.tsx'
import type { MenuEntry } from '../../../ui/Menu.tsx'
import { RegionBoundary } from '../../../ui/RegionBoundary.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useExplore } from '../state/exploreContext.ts'
import css from './QuerySource.module.css'

const texts = defineTexts('explore.querySource', {
  preview: 'Query preview',
  viewInSqlLab: 'View in SQL Lab',
  save: 'Save as dataset',
  saveButton: 'Save as Dataset',
  open: 'Open in SQL Lab',
  close: 'Close',
  hint: 'Create a dataset to edit or add columns and metrics.',
  closeHint: 'Close this message',
})

const SaveDatasetDialog = lazy(async () => ({
  default: (await import('../../../saveDataset/SaveDatasetDialog.tsx')).SaveDatasetDialog,
}))
const SqlText = lazy(() => import('../../../chart/SqlText.tsx'))

const addressOf = (queryId: number | null) => `/superset/sqllab/?queryId=${queryId}`

export type QueryDialogName = 'preview' | 'save'

/** The menu of a chart whose source is a query of SQL Lab. */
export function useQueryMenu(open: (dialog: QueryDialogName) => void): MenuEntry[] {
  const t = useText()
  const { dataset } = useExplore()
  return [
    { label: t(texts.preview), onSelect: () => open('preview') },
    can('can_sqllab', 'Superset') && { label: t(texts.viewInSqlLab), href: addressOf(dataset.id) },
    can('can_write', 'Dataset') && { label: t(texts.save), onSelect: () => open('save') },
  ]
}

export interface QueryDialogsProps {
  open: QueryDialogName | undefined
  onOpen: (dialog: QueryDialogName | undefined) => void
}

/** The query behind a chart, with a button that saves it as a dataset. */
export function QueryDialogs({ open, onOpen }: QueryDialogsProps) {
  const t = useText()
  const { dataset } = useExplore()
  const close = () => onOpen(undefined)
  const sql = dataset.sql ?? ''
  return (
    <>
      <Dialog
        open={open === 'preview'}
        onClose={close}
        title={t(texts.preview)}
        width={760}
        footer={
          <>
            {can('can_write', 'Dataset') ? (
              <Button size="md" onClick={() => onOpen('save')}>
                {t(texts.saveButton)}
              </Button>
            ) : null}
            {can('can_sqllab', 'Superset') ? (
              <ButtonLink size="md" href={addressOf(dataset.id)}>
                {t(texts.open)}
              </ButtonLink>
            ) : null}
            <Button size="md" variant="primary" onClick={close}>
              {t(texts.close)}
            </Button>
          </>
        }
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without focus, no key scrolls it */}
        <pre className={css.sql} tabIndex={0}>
          <RegionBoundary>
            <Suspense fallback={sql}>
              <SqlText sql={sql} />
            </Suspense>
          </RegionBoundary>
        </pre>
      </Dialog>
      {open === 'save' ? (
        <LazyPart onClose={close}>
          <SaveDatasetDialog
            name={dataset.table_name ?? ''}
            source={{
              databaseId: dataset.database.id,
              schema: dataset.schema ?? null,
              sql,
              templateParams: dataset.template_params ?? '',
            }}
            onClose={close}
          />
        </LazyPart>
      ) : null}
    </>
  )
}

const hintKey = 'sextant.explore.datasetHint'

/** Describes the advantages of a dataset, until the user closes it in this browser session. */
export function DatasetHint() {
  const t = useText()
  const [isOpen, setIsOpen] = useState(() => sessionStorage.getItem(hintKey) === null)
  if (!isOpen) return null
  const close = () => {
    sessionStorage.setItem(hintKey, 'closed')
    setIsOpen(false)
  }
  return (
    <div className={css.hint}>
      <Banner
        tone="info"
        action={<IconButton size="xs" label={t(texts.closeHint)} icon={<X size={14} />} onClick={close} />}
      >
        {t(texts.hint)}
      </Banner>
    </div>
  )
}
