# AC-1
def seats_message(pupils, seats)
  missing = pupils - seats
  missing.positive? ? "#{missing} seats missing" : "enough seats"
end
