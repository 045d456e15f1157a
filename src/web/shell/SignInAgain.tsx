import { lazy, useEffect, useRef, useState } from 'react'
import { onSignedOut } from '../api/client.ts'
import { LazyPart } from '../ui/LazyPart.tsx'

const SignInAgainDialog = lazy(() => import('./SignInAgainDialog.tsx'))

/**
 * Asks for the password in a dialog when a call was rejected because the session ended; the calls wait and are then
 * repeated.
 */
export function SignInAgain() {
  const goOn = useRef<() => void>(undefined)
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => {
    onSignedOut(() => {
      setIsOpen(true)
      return new Promise((done) => {
        goOn.current = done
      })
    })
  }, [])

  function onDone() {
    setIsOpen(false)
    goOn.current?.()
  }

  if (!isOpen) return null
  // if the dialog cannot be loaded, the calls are repeated anyway: they fail, and each component shows the error
  return (
    <LazyPart onClose={onDone}>
      <SignInAgainDialog onDone={onDone} />
    </LazyPart>
  )
}
