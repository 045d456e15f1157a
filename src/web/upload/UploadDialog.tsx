import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { FileSpreadsheet } from 'lucide-react'
import { useId, useState } from 'react'
import type { IfExists } from '../../model/upload/upload.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { SpinnerRing } from '../ui/Spinner.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { FileChooser } from './FileChooser.tsx'
import shared from './FileDialog.module.css'
import { DelimiterChoice } from './ReadingOptions.tsx'
import css from './UploadDialog.module.css'
import { UploadForm } from './UploadForm.tsx'
import type { UploadKind } from './uploadKinds.ts'
import { useUpload } from './uploadState.ts'
import { type FileUpload, type Uploading, useUploading } from './useUploading.ts'

const texts = defineTexts('upload', {
  title: 'Upload data',
  hint: 'CSV or TSV (also .gz), Excel (.xlsx), Parquet or JSON. Several Parquet files, also in a ZIP, become one table. You can also drop files anywhere on the page.',
  sending: 'Uploading {file}: {percent, number, percent}',
  looking: 'Reading {file} ...',
  latin1: 'Read as Latin-1',
  cancel: 'Cancel',
  fail: 'Create and explore',
  replace: 'Replace and explore',
  append: 'Append and explore',
})

const accepts: Record<UploadKind, string> = {
  csv: '.csv,.tsv,.txt,.gz,.zip',
  columnar: '.parquet,.zip',
  excel: '.xlsx',
}
const acceptsAll = '.csv,.tsv,.txt,.gz,.xlsx,.parquet,.json,.jsonl,.ndjson,.zip'

/** Errors of lines that do not match the detected delimiter: another delimiter may fit. */
const namesLine = /line \d+: (it has (\d+|more) value|a quote|it does not fit)/

export interface UploadDialogProps {
  initialFiles: readonly File[] | undefined
  /** file types in the browser's file dialog; default: every kind */
  kind?: UploadKind
  onClose: () => void
}

/** From a file to a dataset that is open in the chart builder: send, preview, correct, create. */
export default function UploadDialog({ initialFiles, kind, onClose }: UploadDialogProps) {
  const t = useText()
  const formId = useId()
  const { history } = useRouter()
  const queryClient = useQueryClient()
  const upload = useUploading(initialFiles)
  const { state, send, keep } = upload
  const isWriting = useUpload((bringing) => bringing.isWriting)
  const [ifExists, setIfExists] = useState<IfExists>('fail')

  function onCreated(url: string): void {
    const isHere = keep()
    void queryClient.invalidateQueries()
    // a user who has closed the dialog is not redirected
    if (!isHere) return
    onClose()
    history.push(url)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title)}
      flush
      width={state.phase === 'ready' ? 960 : 520}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button
            size="md"
            variant="primary"
            type="submit"
            form={formId}
            disabled={state.phase !== 'ready' || state.complaint !== undefined}
            busy={isWriting}
          >
            {t(texts[ifExists])}
          </Button>
        </>
      }
    >
      <div className={css.fit}>
        <FileChooser
          icon={<FileSpreadsheet size={20} />}
          name={state.phase === 'choosing' ? undefined : fileNames(state.files)}
          accept={kind ? accepts[kind] : acceptsAll}
          multiple
          disabled={isWriting}
          onFiles={(files) => {
            setIfExists('fail')
            send(files)
          }}
        />
        <Body formId={formId} upload={upload} ifExists={ifExists} onIfExists={setIfExists} onCreated={onCreated} />
      </div>
    </Dialog>
  )
}

interface BodyProps {
  formId: string
  upload: FileUpload
  ifExists: IfExists
  onIfExists: (ifExists: IfExists) => void
  onCreated: (url: string) => void
}

/** Status and actions for the file. */
function Body({ upload: { state, send, readAs }, ...form }: BodyProps) {
  const t = useText()
  switch (state.phase) {
    case 'choosing':
      return <p className={shared.hint}>{t(texts.hint)}</p>
    case 'sending':
      return <Sending {...state} />
    case 'failed':
      return <Failed {...state} onSend={send} />
    case 'ready':
      return (
        <UploadForm
          key={state.uploaded.id}
          {...form}
          uploaded={state.uploaded}
          isBusy={state.isBusy}
          asked={state.asked}
          complaint={state.complaint}
          onReading={(reading) => {
            form.onIfExists('fail')
            void readAs(reading)
          }}
        />
      )
  }
}

const fileNames = (files: readonly File[]) => files.map(({ name }) => name).join(', ')

type InPhase<P extends Uploading['phase']> = Extract<Uploading, { phase: P }>

function Sending({ files, share }: InPhase<'sending'>) {
  const t = useText()
  return (
    <output className={css.sending}>
      {share < 1 ? (
        <>
          {t(texts.sending, { file: fileNames(files), percent: share })}
          <progress className={css.progress} value={share} aria-hidden="true" />
        </>
      ) : (
        <span className={css.looking}>
          <SpinnerRing /> {t(texts.looking, { file: fileNames(files) })}
        </span>
      )}
    </output>
  )
}

/** Why the file could not be read, and settings that may help. */
function Failed({ files, message, reading, onSend }: InPhase<'failed'> & { onSend: FileUpload['send'] }) {
  const t = useText()
  const isNotUtf8 = message.includes('UTF-8')
  return (
    <>
      <Banner
        tone="danger"
        action={
          isNotUtf8 ? (
            <Button onClick={() => onSend(files, { encoding: 'latin-1' })}>{t(texts.latin1)}</Button>
          ) : undefined
        }
      >
        {message}
      </Banner>
      {!isNotUtf8 && namesLine.test(message) ? (
        <div className={css.options}>
          <DelimiterChoice
            value={reading.delimiter}
            onChange={(delimiter) => onSend(files, { ...reading, delimiter })}
          />
        </div>
      ) : null}
    </>
  )
}
