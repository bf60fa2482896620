/** Who runs the service. Null until the operator writes it here: the legal pages then show what is missing. */
export const operator: Record<'company' | 'address' | 'vatNumber' | 'privacyEmail' | 'court', string | null> =
  {
    company: null,
    address: null,
    vatNumber: null,
    privacyEmail: null,
    court: null,
  }
