import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileArchive } from 'lucide-react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import type { DatabaseMapping } from '../../model/bundle/importPlan.ts'
import { type ImportChoices, type ImportSecrets, importBundle, importPlanQuery, noSecrets } from '../api/bundles.ts'
import { ApiError, messageOf } from '../api/failure.ts'
import { type ImportNeeds, importNeeds, needsOfPlan } from '../api/importNeeds.ts'
import type { Resource } from '../api/list.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { FileChooser } from './FileChooser.tsx'
import css from './FileDialog.module.css'
import { ImportMapping } from './ImportMapping.tsx'
import { ImportPlanView } from './ImportPlanView.tsx'
import { resourceOfBundle } from './resourceOfBundle.ts'
import { useUpload } from './uploadState.ts'
import { whileWriting } from './whileWriting.ts'

const texts = defineTexts('import', {
  title: 'Import {kind}',
  done: '{kind, select, chart {Chart imported} dashboard {Dashboard imported} database {Database imported} saved_query {Query imported} other {Dataset imported}}',
  hint: 'A ZIP file exported by Sextant or a compatible product. You can also drop it anywhere on the page.',
  cancel: 'Cancel',
  import: 'Import',
  overwrite: 'Overwrite',
  overwriteWarning:
    'You are importing one or more things that already exist. Overwriting might cause you to lose some of your work. Are you sure you want to overwrite?',
  overwriteType: 'Type "{word}" to confirm',
  passwords: 'Database passwords',
  passwordsHint:
    'The passwords for the databases below are needed in order to import them. Please note that the "Secure Extra" and "Certificate" sections of the database configuration are not present in export files, and should be added manually after the import if they are needed.',
  password: '{file} PASSWORD',
  tunnelPassword: '{file} SSH TUNNEL PASSWORD',
  tunnelKey: '{file} SSH TUNNEL PRIVATE KEY',
  tunnelKeyPassword: '{file} SSH TUNNEL PRIVATE KEY PASSWORD',
  failed: 'An error occurred while importing {resource}: {message}',
  again: 'Please re-export your file and try importing again',
})

const overwriteWord = 'OVERWRITE'

type SecretKind = keyof ImportSecrets

const secretLabels = {
  passwords: texts.password,
  tunnelPasswords: texts.tunnelPassword,
  tunnelKeys: texts.tunnelKey,
  tunnelKeyPasswords: texts.tunnelKeyPassword,
} as const

export interface ImportDialogProps {
  /** the kind of the bundle's objects, if the file does not contain it */
  resource: Resource
  initialFile: File | undefined
  onClose: () => void
}

/** Imports a bundle; asks for missing input (passwords, the confirmation to overwrite) and sends it again. */
export default function ImportDialog({ resource: given, initialFile, onClose }: ImportDialogProps) {
  const t = useText()
  const formId = useId()
  const [file, setFile] = useState(initialFile)
  const [secrets, setSecrets] = useState(noSecrets)
  const [mapping, setMapping] = useState<DatabaseMapping>({})
  const [word, setWord] = useState('')
  const isBusy = useUpload((state) => state.isWriting)
  const resource = useResourceIn(file, given)
  const { plan, ...planned } = usePlan(resource, file, mapping)
  const { needs: lacking, refusal: rejected, send, forget } = useImport(resource, onClose)
  const needs = plan ? needsOfPlan(plan) : lacking
  const refusal = rejected ?? planned.refusal
  const hasConflict = plan?.steps.some(({ action }) => action === 'conflict') ?? false
  const mustOverwrite = (needs?.existing.length ?? 0) > 0
  const isConfirmed = !mustOverwrite || word.trim().toUpperCase() === overwriteWord
  const lacksSecret = secretFields(needs).some(({ kind, file: name }) => !secrets[kind][name])

  function choose(next: File) {
    setFile(next)
    setSecrets(noSecrets)
    setMapping({})
    setWord('')
    forget()
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (file && isConfirmed && !lacksSecret && !hasConflict) void send(file, { secrets, mapping }, mustOverwrite)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={!isBusy}
      title={t(texts.title, { kind: resource.replace('_', ' ') })}
      footer={
        <>
          <Button size="md" onClick={onClose} disabled={isBusy}>
            {t(texts.cancel)}
          </Button>
          <Button
            type="submit"
            form={formId}
            size="md"
            variant={mustOverwrite ? 'dangerSolid' : 'primary'}
            disabled={!file || !isConfirmed || lacksSecret || hasConflict}
            busy={isBusy || planned.isPending}
          >
            {t(mustOverwrite ? texts.overwrite : texts.import)}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.content} onSubmit={onSubmit}>
        <FileChooser
          icon={<FileArchive size={20} />}
          name={file?.name}
          accept=".zip,.json,.yaml,.yml"
          disabled={isBusy}
          onFiles={([chosen]) => chosen && choose(chosen)}
        />
        {file ? null : <p className={css.hint}>{t(texts.hint)}</p>}
        {refusal ? <RefusalBanner refusal={refusal} /> : null}
        {plan ? <ImportPlanView plan={plan} /> : null}
        {plan ? <ImportMapping databases={plan.databases} mapping={mapping} onChange={setMapping} /> : null}
        <SecretFields needs={needs} secrets={secrets} onChange={setSecrets} />
        {mustOverwrite ? <OverwriteQuestion word={word} onWord={setWord} /> : null}
      </form>
    </Dialog>
  )
}

/** The kind of objects in a file; `given` if the file does not contain it. */
function useResourceIn(file: File | undefined, given: Resource): Resource {
  const [resource, setResource] = useState(given)
  useEffect(() => {
    let isCurrent = true
    if (file)
      void resourceOfBundle(file).then((found) => {
        if (isCurrent) setResource(found ?? given)
      })
    return () => {
      isCurrent = false
    }
  }, [file, given])
  return resource
}

interface Refusal {
  message: string
  details: string[]
}

/** The plan of the import, as soon as a file is selected, or the reason why the file is rejected. */
function usePlan(resource: Resource, file: File | undefined, mapping: DatabaseMapping) {
  const t = useText()
  const { data: plan, error, isFetching } = useQuery(importPlanQuery(resource, file, mapping))
  return {
    plan: error ? undefined : plan,
    refusal: error ? refusalOf(t, resource, error) : undefined,
    isPending: isFetching,
  }
}

function refusalOf(t: ReturnType<typeof useText>, resource: Resource, failure: unknown): Refusal {
  const message = `${messageOf(failure)}. ${t(texts.again)}`
  return {
    message: t(texts.failed, { resource, message }),
    details: failure instanceof ApiError ? complaintsOf(failure) : [],
  }
}

/** Sends a bundle, and shows what input is missing or why it was rejected. */
function useImport(resource: Resource, onDone: () => void) {
  const t = useText()
  const queryClient = useQueryClient()
  const [needs, setNeeds] = useState<ImportNeeds>()
  const [refusal, setRefusal] = useState<Refusal>()

  async function send(file: File, choices: ImportChoices, mustOverwrite: boolean) {
    setRefusal(undefined)
    try {
      await whileWriting(importBundle(resource, file, choices, mustOverwrite))
      toast.success(t(texts.done, { kind: resource }))
      void queryClient.invalidateQueries()
      onDone()
    } catch (failure) {
      const lacks = failure instanceof ApiError ? importNeeds(failure) : undefined
      if (lacks) return setNeeds({ ...lacks, existing: [...(needs?.existing ?? []), ...lacks.existing] })
      setRefusal(refusalOf(t, resource, failure))
    }
  }

  function forget() {
    setNeeds(undefined)
    setRefusal(undefined)
  }

  return { needs, refusal, send, forget }
}

function RefusalBanner({ refusal: { message, details } }: { refusal: Refusal }) {
  return (
    <Banner tone="danger">
      {message}
      {details.length > 0 ? (
        <ul className={css.details}>
          {details.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
    </Banner>
  )
}

interface SecretFieldsProps {
  needs: ImportNeeds | undefined
  secrets: ImportSecrets
  onChange: (secrets: ImportSecrets) => void
}

/** Passwords and keys that the bundle's databases need. */
function SecretFields({ needs, secrets, onChange }: SecretFieldsProps) {
  const t = useText()
  const fields = secretFields(needs)
  if (fields.length === 0) return null
  return (
    <fieldset className={css.secrets}>
      <legend>{t(texts.passwords)}</legend>
      <p className={css.hint}>{t(texts.passwordsHint)}</p>
      {fields.map(({ kind, file: name }, index) => {
        const field = {
          label: t(secretLabels[kind], { file: name.split('/').pop() ?? name }),
          autoComplete: 'off',
          autoFocus: index === 0,
          required: true,
          value: secrets[kind][name] ?? '',
          onChange: (value: string) => onChange({ ...secrets, [kind]: { ...secrets[kind], [name]: value } }),
        }
        // a key has several lines, which a field of one line would join
        return kind === 'tunnelKeys' ? (
          <TextArea key={`${kind}-${name}`} rows={4} spellCheck={false} {...field} />
        ) : (
          <TextField key={`${kind}-${name}`} size="md" type="password" {...field} />
        )
      })}
    </fieldset>
  )
}

function OverwriteQuestion({ word, onWord }: { word: string; onWord: (word: string) => void }) {
  const t = useText()
  return (
    <>
      <Banner tone="warning">{t(texts.overwriteWarning)}</Banner>
      <TextField
        label={t(texts.overwriteType, { word: overwriteWord })}
        size="md"
        value={word}
        onChange={onWord}
        autoComplete="off"
        autoFocus
      />
    </>
  )
}

function secretFields(needs: ImportNeeds | undefined): { kind: SecretKind; file: string }[] {
  if (!needs) return []
  const kinds: SecretKind[] = ['passwords', 'tunnelPasswords', 'tunnelKeys', 'tunnelKeyPasswords']
  return kinds.flatMap((kind) => needs[kind].map((file) => ({ kind, file })))
}

/** The errors by file: `charts/a.yaml: ...`. */
function complaintsOf(error: ApiError): string[] {
  return Object.entries(error.extra ?? {})
    .filter(([file]) => file !== 'issue_codes')
    .flatMap(([file, complaint]) => inWords(complaint).map((words) => `${file}: ${words}`))
}

/** A nested error: `{ params: { metric: ['Missing'] } }` becomes `params, metric: Missing`. */
function inWords(complaint: unknown, path: string[] = []): string[] {
  if (Array.isArray(complaint)) return complaint.flatMap((each) => inWords(each, path))
  if (typeof complaint === 'object' && complaint !== null) {
    return Object.entries(complaint).flatMap(([key, value]) =>
      inWords(value, key === '_schema' ? path : [...path, key]),
    )
  }
  return [path.length === 0 ? String(complaint) : `${path.join(', ')}: ${String(complaint)}`]
}
