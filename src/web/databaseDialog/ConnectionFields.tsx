import { hasFlag } from '../api/bootstrap.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { defineTexts, useText } from '../ui/text.ts'
import css from './DatabaseDialog.module.css'
import { type DraftProps, ParameterFields } from './ParameterFields.tsx'
import { SshTunnelFields } from './SshTunnelFields.tsx'
import { UriFields } from './UriFields.tsx'

const texts = defineTexts('connectionFields', {
  toUri: 'Connect this database with a SQLAlchemy URI string instead',
  toForm: 'Connect this database using the dynamic form instead',
})

interface ConnectionFieldsProps extends DraftProps {
  storedName: string | undefined
  onLeave: () => void
}

/** A connection by the form of its product or by its address, with a button to switch between them. */
export function ConnectionFields({ storedName, onLeave, ...props }: ConnectionFieldsProps) {
  const t = useText()
  const { draft, onChange, disabled } = props
  // the embedded engine is not a product that users connect, and has no network
  const isEmbedded = draft.id !== undefined && draft.product === undefined
  const hasTunnel = !isEmbedded && draft.engineInformation?.disable_ssh_tunneling !== true
  const isForm = draft.method === 'dynamic_form'
  return (
    <>
      {isForm ? <ParameterFields {...props} onLeave={onLeave} /> : <UriFields {...props} storedName={storedName} />}
      {hasFlag('SSH_TUNNELING') && hasTunnel ? (
        <div className={css.switch}>
          <SshTunnelFields {...props} />
        </div>
      ) : null}
      {draft.product?.form ? (
        <div className={css.switch}>
          <Button
            className={classes(css.aligned, css.long)}
            variant="quiet"
            disabled={disabled}
            onClick={() => onChange({ method: isForm ? 'sqlalchemy_form' : 'dynamic_form' })}
          >
            {t(isForm ? texts.toUri : texts.toForm)}
          </Button>
        </div>
      ) : null}
    </>
  )
}
