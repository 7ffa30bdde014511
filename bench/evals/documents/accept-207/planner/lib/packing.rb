# AC-2: packing list, for teachers and pupils
def packing_list(pupil, copy)
  lines = pupil[:items].map { |i| "[ ] #{i}" }
  lines << "Allergy: #{pupil[:allergy]}" if pupil[:allergy]
  lines.join("\n")
end
