# AC-3: trips abroad
def checklist(trip)
  return [] unless trip[:abroad]
  trip[:pupils].map { |p| "Passport of #{p}" }
end
