import { notFound, useParams } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { useEffect } from 'react'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { PageTitle } from '../../shell/PageTitle.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import type { UploadKind } from '../../upload/uploadKinds.ts'
import { openUpload } from '../../upload/uploadState.ts'
import css from './UploadFormScreen.module.css'

const texts = defineTexts('uploadForm.page', {
  csv: 'CSV to Database configuration',
  csvText: 'A CSV or TSV file becomes a table and a dataset.',
  columnar: 'Columnar to Database configuration',
  columnarText: 'Parquet files, one or several, or a ZIP of them, become a table and a dataset.',
  excel: 'Excel to Database configuration',
  excelText: 'A sheet of an Excel file becomes a table and a dataset.',
  select: 'Select file',
  back: 'Datasets',
})

const kinds: Record<string, UploadKind> = { csv: 'csv', columnar: 'columnar', excel: 'excel' }

/** The page at the addresses of the older upload forms, which opens the dialog at once. */
export function UploadFormScreen() {
  const t = useText()
  // not read from the current address, which changes while this page is still shown
  const { kind: named = '' } = useParams({ strict: false }) as { kind?: string }
  const kind = kinds[named]
  if (kind === undefined) throw notFound()
  useEffect(() => openUpload('choose', kind), [kind])
  return (
    <>
      <PageTitle>{t(texts[kind])}</PageTitle>
      <PageHeader title={t(texts[kind])} crumbs={[{ label: t(texts.back), href: '/tablemodelview/list/' }]} />
      <div className={css.middle}>
        <EmptyState
          size="big"
          title={t(texts[kind])}
          text={t(texts[`${kind}Text`])}
          actions={
            <>
              <Button variant="primary" icon={<Upload size={14} />} onClick={() => openUpload('choose', kind)}>
                {t(texts.select)}
              </Button>
              <ButtonLink href="/tablemodelview/list/">{t(texts.back)}</ButtonLink>
            </>
          }
        />
      </div>
    </>
  )
}
